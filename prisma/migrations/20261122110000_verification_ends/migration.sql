ALTER TABLE patient ADD COLUMN deactivations INTEGER NOT NULL DEFAULT 0;

CREATE TABLE caller_verification (
  voice_call_id INTEGER NOT NULL REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  patient_id INTEGER NOT NULL REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  verified_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  patient_deactivations INTEGER NOT NULL,
  PRIMARY KEY (voice_call_id, patient_id)
);

-- When earlier calls verified their patients is not known; they began before, so none is verified for too long.
INSERT INTO caller_verification (voice_call_id, patient_id, verified_at, patient_deactivations)
SELECT call.id, patient.id, call.created_at, 0
FROM voice_call AS call JOIN patient ON patient.id = ANY (call.verified_patient_ids);

ALTER TABLE voice_call DROP COLUMN verified_patient_ids;

CREATE TABLE failed_lookup (
  id BIGSERIAL PRIMARY KEY,
  subject TEXT NOT NULL,
  failed_at TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);
CREATE INDEX failed_lookup_subject_failed_at_idx ON failed_lookup (subject, failed_at);
CREATE INDEX failed_lookup_failed_at_idx ON failed_lookup (failed_at);

CREATE TABLE voice_state (
  id INTEGER PRIMARY KEY,
  salt TEXT NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO voice_state (id) VALUES (1);

ALTER TABLE follow_up_email ADD COLUMN address_on_file BOOLEAN NOT NULL DEFAULT false;
UPDATE follow_up_email SET address_on_file = true
FROM patient WHERE patient.id = follow_up_email.patient_id AND lower(patient.email) = lower(follow_up_email.recipient);
