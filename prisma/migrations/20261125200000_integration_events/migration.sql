-- What happens here, for other systems (docs/events.md). Ids and states only: nothing that a person said or is called.
CREATE TABLE integration_event (
    id BIGSERIAL PRIMARY KEY,
    kind TEXT NOT NULL,
    -- The table of the record, and its number.
    subject TEXT NOT NULL,
    subject_id INTEGER NOT NULL,
    patient_id INTEGER,
    state JSONB NOT NULL,
    occurred_at TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);
CREATE INDEX integration_event_occurred_at_idx ON integration_event (occurred_at);

CREATE TYPE event_subscription_state AS ENUM ('active', 'paused', 'ended');

CREATE TABLE event_subscription (
    id SERIAL PRIMARY KEY,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    kinds TEXT[] NOT NULL,
    -- Events whose state holds this.
    filter JSONB NOT NULL DEFAULT '{}',
    scheme TEXT NOT NULL CHECK (scheme IN ('hmac', 'ed25519')),
    secret TEXT NOT NULL,
    -- Signs along until its time is over; empty where there is none.
    previous_secret TEXT NOT NULL DEFAULT '',
    previous_until TIMESTAMPTZ(3),
    state event_subscription_state NOT NULL DEFAULT 'active',
    -- Why it does not run: for staff.
    reason TEXT,
    created_by TEXT NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- Since when every attempt failed; NULL after one that did not.
    failing_since TIMESTAMPTZ(3),
    delivered_at TIMESTAMPTZ(3)
);

CREATE TYPE event_delivery_state AS ENUM ('waiting', 'delivered', 'dead');

CREATE TABLE event_delivery (
    id BIGSERIAL PRIMARY KEY,
    subscription_id INTEGER NOT NULL REFERENCES event_subscription (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    event_id BIGINT NOT NULL REFERENCES integration_event (id) ON DELETE CASCADE ON UPDATE CASCADE,
    -- Deliveries of one subject go out in order.
    subject TEXT NOT NULL,
    subject_id INTEGER NOT NULL,
    state event_delivery_state NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0,
    -- When it is tried next, or when whoever tries it has lost it.
    next_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    last_status INTEGER,
    last_error TEXT,
    last_ms INTEGER,
    settled_at TIMESTAMPTZ(3),
    UNIQUE (subscription_id, event_id)
);
CREATE INDEX event_delivery_due_idx ON event_delivery (next_at) WHERE state = 'waiting';
CREATE INDEX event_delivery_order_idx ON event_delivery (subscription_id, subject, subject_id, id) WHERE state = 'waiting';
CREATE INDEX event_delivery_event_id_idx ON event_delivery (event_id);
CREATE INDEX event_delivery_subscription_id_idx ON event_delivery (subscription_id, id DESC);

-- Writes an event and what is to be delivered of it, in the transaction of the change. Changes of one record hold its row, so that its
-- events have their order by id.
CREATE FUNCTION announce(of_kind TEXT, of_subject TEXT, of_id INTEGER, of_patient INTEGER, of_state JSONB) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    event BIGINT;
BEGIN
    INSERT INTO integration_event (kind, subject, subject_id, patient_id, state)
    VALUES (of_kind, of_subject, of_id, of_patient, of_state) RETURNING id INTO event;
    INSERT INTO event_delivery (subscription_id, event_id, subject, subject_id)
    SELECT id, event, of_subject, of_id FROM event_subscription
    WHERE state <> 'ended' AND of_kind = ANY (kinds) AND of_state @> filter;
    RETURN event;
END $$;

CREATE FUNCTION announce_adverse_event() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    of_kind TEXT := CASE
        WHEN TG_OP = 'INSERT' THEN 'adverse_event.opened'
        WHEN NEW.review_state IS DISTINCT FROM OLD.review_state THEN 'adverse_event.reviewed'
        ELSE 'adverse_event.changed' END;
BEGIN
    PERFORM announce(of_kind, 'adverse_event', NEW.id, NEW.patient_id, jsonb_build_object(
        'case_number', NEW.case_number, 'source', NEW.source, 'kinds', NEW.kinds, 'severity', NEW.severity, 'seriousness', NEW.seriousness,
        'review_state', NEW.review_state, 'gathers', NEW.gathers, 'voice_call_id', NEW.voice_call_id));
    RETURN NULL;
END $$;
CREATE TRIGGER adverse_event_announced AFTER INSERT ON adverse_event FOR EACH ROW EXECUTE FUNCTION announce_adverse_event();
CREATE TRIGGER adverse_event_change_announced AFTER UPDATE ON adverse_event FOR EACH ROW
    WHEN ((OLD.review_state, OLD.severity, OLD.seriousness, OLD.kinds, OLD.patient_id, OLD.event_description, OLD.medication_name, OLD.symptoms)
        IS DISTINCT FROM (NEW.review_state, NEW.severity, NEW.seriousness, NEW.kinds, NEW.patient_id, NEW.event_description, NEW.medication_name, NEW.symptoms))
    EXECUTE FUNCTION announce_adverse_event();

CREATE FUNCTION announce_verification() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM announce('verification.finished', 'benefits_verification', NEW.id, NEW.patient_id, jsonb_build_object(
        'status', NEW.status, 'payer_id', NEW.payer_id, 'pa_case_id', NEW.pa_case_id, 'trigger', NEW.trigger));
    RETURN NULL;
END $$;
CREATE TRIGGER verification_announced AFTER UPDATE OF status ON benefits_verification FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('VERIFIED', 'PARTIAL', 'FAILED')) EXECUTE FUNCTION announce_verification();

CREATE FUNCTION announce_pa_case() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM announce('pa_case.changed', 'pa_case', NEW.id, NEW.patient_id, jsonb_build_object(
        'status', NEW.status, 'payer_id', NEW.payer_id, 'pa_required', NEW.pa_required));
    RETURN NULL;
END $$;
CREATE TRIGGER pa_case_announced AFTER INSERT ON pa_case FOR EACH ROW EXECUTE FUNCTION announce_pa_case();
CREATE TRIGGER pa_case_change_announced AFTER UPDATE ON pa_case FOR EACH ROW
    WHEN ((OLD.status, OLD.pa_required, OLD.step_therapy_required, OLD.excluded, OLD.criteria, OLD.reference_number)
        IS DISTINCT FROM (NEW.status, NEW.pa_required, NEW.step_therapy_required, NEW.excluded, NEW.criteria, NEW.reference_number))
    EXECUTE FUNCTION announce_pa_case();

CREATE FUNCTION announce_callback() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM announce('callback.requested', 'callback_request', NEW.id, NEW.patient_id, jsonb_build_object(
        'status', NEW.status, 'voice_call_id', NEW.voice_call_id));
    RETURN NULL;
END $$;
CREATE TRIGGER callback_announced AFTER INSERT ON callback_request FOR EACH ROW EXECUTE FUNCTION announce_callback();

CREATE FUNCTION announce_call() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM announce(TG_ARGV[0], 'voice_call', NEW.id, NEW.patient_id, jsonb_build_object(
        'call_id', NEW.call_id, 'status', NEW.status, 'direction', NEW.direction, 'call_type', NEW.call_type, 'verified', NEW.verified,
        'outcome', NEW.call_outcome, 'analysis_status', NEW.analysis_status));
    RETURN NULL;
END $$;
CREATE TRIGGER call_completed_announced AFTER UPDATE OF completed_at ON voice_call FOR EACH ROW
    WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL AND NEW.erased_at IS NULL) EXECUTE FUNCTION announce_call('call.completed');
CREATE TRIGGER call_analysed_announced AFTER UPDATE OF analysis_status ON voice_call FOR EACH ROW
    WHEN (OLD.analysis_status IS DISTINCT FROM NEW.analysis_status AND NEW.analysis_status = 'completed') EXECUTE FUNCTION announce_call('call.analysed');

CREATE FUNCTION announce_follow_up() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM announce('follow_up.opened', 'follow_up_action', NEW.id, NEW.patient_id, jsonb_build_object(
        'priority', NEW.priority, 'assigned_to', NEW.assigned_to, 'voice_call_id', NEW.voice_call_id, 'adverse_event_id', NEW.adverse_event_id));
    RETURN NULL;
END $$;
CREATE TRIGGER follow_up_announced AFTER INSERT ON follow_up_action FOR EACH ROW EXECUTE FUNCTION announce_follow_up();

CREATE FUNCTION announce_question() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM announce('question.unanswered', 'chat_message', NEW.id, NULL, jsonb_build_object(
        'session_id', NEW.session_id, 'reply_to_id', NEW.reply_to_id, 'query_type', NEW.query_type));
    RETURN NULL;
END $$;
CREATE TRIGGER question_announced AFTER INSERT ON chat_message FOR EACH ROW
    WHEN (NEW.tier = 'not_found' AND NEW.state = 'complete') EXECUTE FUNCTION announce_question();
CREATE TRIGGER question_answer_announced AFTER UPDATE ON chat_message FOR EACH ROW
    WHEN (NEW.tier = 'not_found' AND NEW.state = 'complete' AND (OLD.tier, OLD.state) IS DISTINCT FROM (NEW.tier, NEW.state)) EXECUTE FUNCTION announce_question();

CREATE FUNCTION announce_patient() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM announce('patient.changed', 'patient', NEW.id, NEW.id, jsonb_build_object('status', NEW.status, 'payer_id', NEW.payer_id));
    RETURN NULL;
END $$;
CREATE TRIGGER patient_announced AFTER INSERT ON patient FOR EACH ROW EXECUTE FUNCTION announce_patient();
CREATE TRIGGER patient_change_announced AFTER UPDATE ON patient FOR EACH ROW
    WHEN ((OLD.first_name, OLD.last_name, OLD.date_of_birth, OLD.phone, OLD.email, OLD.mrn, OLD.payer_id, OLD.member_id, OLD.group_number,
            OLD.address_line1, OLD.city, OLD.state, OLD.zip_code, OLD.status)
        IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.date_of_birth, NEW.phone, NEW.email, NEW.mrn, NEW.payer_id, NEW.member_id, NEW.group_number,
            NEW.address_line1, NEW.city, NEW.state, NEW.zip_code, NEW.status))
    EXECUTE FUNCTION announce_patient();
