-- A call and the records that turned out to be the same call, whichever of them is asked for.
CREATE FUNCTION records_of_call(of_call INTEGER) RETURNS SETOF INTEGER LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT of_call
    UNION SELECT id FROM voice_call WHERE joined_to_id = of_call
    UNION SELECT joined_to_id FROM voice_call WHERE id = of_call AND joined_to_id IS NOT NULL
    UNION SELECT beside.id FROM voice_call AS part JOIN voice_call AS beside ON beside.joined_to_id = part.joined_to_id WHERE part.id = of_call;
END;

-- Each of them is about the others' patients, too.
CREATE OR REPLACE FUNCTION patients_of_call(of_call INTEGER) RETURNS SETOF INTEGER LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT patient_id FROM records_of_call(of_call) AS own (id) JOIN voice_call USING (id) WHERE patient_id IS NOT NULL
    UNION SELECT patient_id FROM records_of_call(of_call) AS own (id) JOIN caller_verification ON voice_call_id = own.id
    UNION SELECT patient_id FROM records_of_call(of_call) AS own (id) JOIN told_benefits ON voice_call_id = own.id
    UNION SELECT patient_id FROM records_of_call(of_call) AS own (id) JOIN benefit_contradiction ON voice_call_id = own.id
    UNION SELECT patient_id FROM records_of_call(of_call) AS own (id) JOIN function_invocation ON voice_call_id = own.id
        WHERE patient_id IS NOT NULL;
END;
