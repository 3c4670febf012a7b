-- Connections of one line tell of the same calls; its agents are those whose calls are listed; numbers say what an agent is told of a call.
ALTER TABLE platform_connection
    ADD COLUMN line TEXT,
    ADD COLUMN agents TEXT[] NOT NULL DEFAULT '{}',
    ADD COLUMN numbers JSONB NOT NULL DEFAULT '[]',
    ADD COLUMN listed_until TIMESTAMPTZ(3),
    ADD COLUMN list_at TIMESTAMPTZ(3) NOT NULL DEFAULT now();

-- A call that its platform never told of is sought from when a list named it.
ALTER TABLE platform_fetch ADD COLUMN sought_at TIMESTAMPTZ(3) NOT NULL DEFAULT now();

CREATE TABLE call_alias (
    line TEXT NOT NULL,
    alias TEXT NOT NULL,
    voice_call_id INTEGER NOT NULL REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    PRIMARY KEY (line, alias)
);
CREATE INDEX call_alias_alias_idx ON call_alias (alias);
CREATE INDEX call_alias_voice_call_id_idx ON call_alias (voice_call_id);

-- Two records that turned out to be one call.
ALTER TABLE voice_call ADD COLUMN joined_to_id INTEGER REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX voice_call_joined_to_id_idx ON voice_call (joined_to_id) WHERE joined_to_id IS NOT NULL;

-- The call of a message: its alias within the connection's line, or its own id. NULL where there is none.
CREATE FUNCTION call_of_message(of_connection INTEGER, of_call_id TEXT) RETURNS INTEGER LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT coalesce(
        (SELECT voice_call_id FROM call_alias JOIN platform_connection USING (line) WHERE platform_connection.id = of_connection AND alias = of_call_id),
        (SELECT id FROM voice_call WHERE call_id = of_call_id));
END;

-- A record that is joined to another is about the other's patients, too.
CREATE OR REPLACE FUNCTION patients_of_call(of_call INTEGER) RETURNS SETOF INTEGER LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT patient_id FROM voice_call WHERE id = of_call AND patient_id IS NOT NULL
    UNION SELECT whole.patient_id FROM voice_call AS part JOIN voice_call AS whole ON whole.id = part.joined_to_id
        WHERE part.id = of_call AND whole.patient_id IS NOT NULL
    UNION SELECT patient_id FROM caller_verification WHERE voice_call_id = of_call
    UNION SELECT patient_id FROM told_benefits WHERE voice_call_id = of_call
    UNION SELECT patient_id FROM benefit_contradiction WHERE voice_call_id = of_call
    UNION SELECT patient_id FROM function_invocation WHERE voice_call_id = of_call AND patient_id IS NOT NULL;
END;
