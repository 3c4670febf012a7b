-- Everybody whose record a call is about, or its functions may have shown: a legal hold of any of them keeps the call.
CREATE FUNCTION patients_of_call(of_call INTEGER) RETURNS SETOF INTEGER LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT patient_id FROM voice_call WHERE id = of_call AND patient_id IS NOT NULL
    UNION SELECT patient_id FROM caller_verification WHERE voice_call_id = of_call
    UNION SELECT patient_id FROM told_benefits WHERE voice_call_id = of_call
    UNION SELECT patient_id FROM benefit_contradiction WHERE voice_call_id = of_call
    UNION SELECT patient_id FROM function_invocation WHERE voice_call_id = of_call AND patient_id IS NOT NULL;
END;

-- What comes to a call after it was erased makes it due again.
DROP INDEX voice_call_unerased_idx;
CREATE INDEX voice_call_unerased_idx ON voice_call (created_at) WHERE erased_at IS NULL OR updated_at > erased_at;
CREATE INDEX function_invocation_unerased_idx ON function_invocation (created_at) WHERE voice_call_id IS NULL AND error IS NOT NULL;

-- Calls that were erased before keep quotes that go from now on: they are due at once.
UPDATE voice_call SET erased_at = NULL, updated_at = created_at WHERE erased_at IS NOT NULL;
