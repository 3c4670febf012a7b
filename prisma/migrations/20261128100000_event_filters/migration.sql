-- A filter holds values of an event's `data`: beside its state what the event is about, and whom.
CREATE OR REPLACE FUNCTION announce(of_kind TEXT, of_subject TEXT, of_id INTEGER, of_patient INTEGER, of_state JSONB) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    event BIGINT;
BEGIN
    INSERT INTO integration_event (kind, subject, subject_id, patient_id, state)
    VALUES (of_kind, of_subject, of_id, of_patient, of_state) RETURNING id INTO event;
    INSERT INTO event_delivery (subscription_id, event_id, subject, subject_id)
    SELECT id, event, of_subject, of_id FROM event_subscription
    WHERE state <> 'ended' AND of_kind = ANY (kinds)
        AND jsonb_build_object('subject', of_subject, 'id', of_id, 'patient_id', of_patient) || of_state @> filter;
    RETURN event;
END $$;
