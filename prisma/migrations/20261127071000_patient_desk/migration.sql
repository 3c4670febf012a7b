-- What staff note about a patient. Sealed, and never changed: a correction is another note.
CREATE TABLE patient_note (
    id SERIAL PRIMARY KEY,
    patient_id INTEGER NOT NULL REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    -- It may tell of an adverse event: staff are asked for a case.
    may_report BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX patient_note_patient_id_created_at_id_idx ON patient_note (patient_id, created_at DESC, id DESC);

-- A callback that staff note for a patient, who asked neither in a call nor in a chat.
ALTER TABLE callback_request ADD COLUMN opened_by TEXT, DROP CONSTRAINT callback_request_asked_for,
    ADD CONSTRAINT callback_request_asked_for CHECK (voice_call_id IS NOT NULL OR consent IS NOT NULL OR opened_by IS NOT NULL);
