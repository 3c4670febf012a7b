-- Who told a call's number and patient: what one caller gave, a platform's key of another does not replace. Of what was told before,
-- nobody knows.
ALTER TABLE voice_call ADD COLUMN phone_given_by TEXT, ADD COLUMN phone_by_platform BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN patient_given_by TEXT;

-- A lock asks whose member ID this is.
CREATE INDEX patient_member_id_idx ON patient (upper(regexp_replace(member_id, '[^A-Za-z0-9]', '', 'g')));
