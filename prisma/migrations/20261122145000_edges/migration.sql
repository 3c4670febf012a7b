-- Records that name another keep a foreign key to it, so that the schema can lead from one to the other.
ALTER TABLE function_invocation ADD CONSTRAINT function_invocation_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE follow_up_action ADD CONSTRAINT follow_up_action_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE callback_request ADD CONSTRAINT callback_request_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE follow_up_email ADD CONSTRAINT follow_up_email_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE benefit_contradiction ADD CONSTRAINT benefit_contradiction_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE benefit_contradiction ADD CONSTRAINT benefit_contradiction_voice_call_id_fkey FOREIGN KEY (voice_call_id) REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE verification_method ADD CONSTRAINT verification_method_voice_call_id_fkey FOREIGN KEY (voice_call_id) REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the new edges and filters look up.
CREATE INDEX function_invocation_patient_id_idx ON function_invocation (patient_id) WHERE patient_id IS NOT NULL;
CREATE INDEX benefit_contradiction_voice_call_id_idx ON benefit_contradiction (voice_call_id);
CREATE INDEX verification_method_voice_call_id_idx ON verification_method (voice_call_id) WHERE voice_call_id IS NOT NULL;
CREATE INDEX adverse_event_chat_message_id_idx ON adverse_event (chat_message_id) WHERE chat_message_id IS NOT NULL;
CREATE INDEX voice_call_discussed_idx ON voice_call USING gin (topics_discussed, medications_discussed);
CREATE INDEX medication_record_name_idx ON medication_record USING gin (medication_name gin_trgm_ops);
CREATE INDEX patient_last_name_idx ON patient (last_name, first_name, id);
CREATE INDEX patient_updated_at_idx ON patient (updated_at DESC, id DESC);

-- The status of a patient's newest verification stands on the patient, as every value that a list filters by.
ALTER TABLE patient ADD COLUMN verification_status verification_status;
UPDATE patient SET verification_status = newest.status
  FROM (SELECT DISTINCT ON (patient_id) patient_id, status FROM benefits_verification ORDER BY patient_id, created_at DESC, id DESC) AS newest
  WHERE newest.patient_id = patient.id;
CREATE INDEX patient_verification_status_idx ON patient (verification_status, created_at DESC, id DESC);

CREATE FUNCTION keep_verification_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE patient SET verification_status = NEW.status
    WHERE id = NEW.patient_id AND verification_status IS DISTINCT FROM NEW.status
      AND NOT EXISTS (
        SELECT 1 FROM benefits_verification AS newer
        WHERE newer.patient_id = NEW.patient_id AND (newer.created_at, newer.id) > (NEW.created_at, NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER benefits_verification_status AFTER INSERT OR UPDATE OF status ON benefits_verification
  FOR EACH ROW EXECUTE FUNCTION keep_verification_status();
