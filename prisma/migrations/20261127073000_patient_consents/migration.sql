-- How patients agree to be contacted. Each row stands for good; the newest of a channel counts.
CREATE TYPE contact_channel AS ENUM ('calls', 'texts', 'email', 'mail');
CREATE TYPE consent_form AS ENUM ('spoken', 'written', 'electronic');
CREATE TABLE contact_consent (
    id SERIAL PRIMARY KEY,
    patient_id INTEGER NOT NULL REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    channel contact_channel NOT NULL,
    given BOOLEAN NOT NULL,
    form consent_form NOT NULL,
    recorded_by TEXT NOT NULL,
    recorded_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX contact_consent_patient_id_channel_id_idx ON contact_consent (patient_id, channel, id DESC);
CREATE TRIGGER contact_consent_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contact_consent
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
