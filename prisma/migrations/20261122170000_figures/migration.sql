-- Figures of large tables, summed up by the hour, and as `kind/day` by the day (src/platform/figures). `measures` are sums, in the order
-- that the kind declares. Texts are only grouped: in the order of their bytes that takes half the time.
CREATE TABLE figure_hour (
    kind TEXT COLLATE "C" NOT NULL,
    dimension TEXT COLLATE "C" NOT NULL,
    hour TIMESTAMPTZ(3) NOT NULL,
    value TEXT COLLATE "C" NOT NULL,
    measures DOUBLE PRECISION[] NOT NULL
);
CREATE INDEX figure_hour_kind_dimension_hour_idx ON figure_hour (kind, dimension, hour) INCLUDE (value, measures);

-- Every hour before `through` is summed up.
CREATE TABLE figure_progress (
    kind TEXT PRIMARY KEY,
    through TIMESTAMPTZ(3) NOT NULL
);

-- Hours whose records changed later. A change appends its own row, so that the job that deletes those it has seen misses none.
CREATE TABLE figure_stale (
    id BIGSERIAL PRIMARY KEY,
    kind TEXT NOT NULL,
    hour TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX figure_stale_kind_hour_idx ON figure_stale (kind, hour);

-- Argument: the kind. For tables with `created_at`, which never changes.
CREATE FUNCTION mark_figures_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO figure_stale (kind, hour)
    VALUES (TG_ARGV[0], date_trunc('hour', CASE WHEN TG_OP = 'DELETE' THEN OLD.created_at ELSE NEW.created_at END, 'UTC'));
    RETURN NULL;
END $$;

-- Hours are summed up two days after their end at the earliest, so only changes of records older than a day are marked: what is
-- created and changed during a call costs nothing.
CREATE TRIGGER voice_call_figures_insert AFTER INSERT ON voice_call FOR EACH ROW
    WHEN (NEW.created_at < now() - interval '1 day') EXECUTE FUNCTION mark_figures_stale('calls');
CREATE TRIGGER voice_call_figures_update AFTER UPDATE OF call_outcome, status, call_type, direction, patient_id, insurance_payer_id, topics_discussed,
    medications_discussed, verified, callback_requested, duration_seconds, patient_satisfaction_score ON voice_call FOR EACH ROW
    WHEN (NEW.created_at < now() - interval '1 day') EXECUTE FUNCTION mark_figures_stale('calls');
CREATE TRIGGER voice_call_figures_delete AFTER DELETE ON voice_call FOR EACH ROW
    WHEN (OLD.created_at < now() - interval '1 day') EXECUTE FUNCTION mark_figures_stale('calls');

CREATE TRIGGER patient_figures_insert AFTER INSERT ON patient FOR EACH ROW
    WHEN (NEW.created_at < now() - interval '1 day') EXECUTE FUNCTION mark_figures_stale('patients');
CREATE TRIGGER patient_figures_update AFTER UPDATE ON patient FOR EACH ROW
    WHEN (NEW.created_at < now() - interval '1 day' AND (OLD.status, OLD.payer_id, OLD.state, OLD.has_adverse_events)
        IS DISTINCT FROM (NEW.status, NEW.payer_id, NEW.state, NEW.has_adverse_events)) EXECUTE FUNCTION mark_figures_stale('patients');
CREATE TRIGGER patient_figures_delete AFTER DELETE ON patient FOR EACH ROW
    WHEN (OLD.created_at < now() - interval '1 day') EXECUTE FUNCTION mark_figures_stale('patients');

-- Calls are grouped by the payer of their patient, too.
CREATE FUNCTION mark_figures_of_calls_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO figure_stale (kind, hour)
    SELECT DISTINCT 'calls', date_trunc('hour', created_at, 'UTC') FROM voice_call
    WHERE patient_id = NEW.id AND created_at < now() - interval '1 day';
    RETURN NULL;
END $$;
CREATE TRIGGER patient_payer_figures AFTER UPDATE OF payer_id ON patient FOR EACH ROW
    WHEN (OLD.payer_id IS DISTINCT FROM NEW.payer_id) EXECUTE FUNCTION mark_figures_of_calls_stale();

CREATE TRIGGER benefits_verification_figures_insert AFTER INSERT ON benefits_verification FOR EACH ROW
    WHEN (NEW.created_at < now() - interval '1 day') EXECUTE FUNCTION mark_figures_stale('verifications');
CREATE TRIGGER benefits_verification_figures_update AFTER UPDATE OF status, payer_id, completed_at ON benefits_verification FOR EACH ROW
    WHEN (NEW.created_at < now() - interval '1 day') EXECUTE FUNCTION mark_figures_stale('verifications');
CREATE TRIGGER benefits_verification_figures_delete AFTER DELETE ON benefits_verification FOR EACH ROW
    WHEN (OLD.created_at < now() - interval '1 day') EXECUTE FUNCTION mark_figures_stale('verifications');

-- When a prior authorization was asked for, and when the payer decided: of the request that counts now.
ALTER TABLE pa_case ADD COLUMN requested_at TIMESTAMPTZ(3), ADD COLUMN decided_at TIMESTAMPTZ(3);
UPDATE pa_case SET
    decided_at = (SELECT max(created_at) FROM pa_case_event WHERE pa_case_id = pa_case.id AND to_status = pa_case.status)
WHERE status IN ('approved', 'denied');
UPDATE pa_case SET
    requested_at = (SELECT max(created_at) FROM pa_case_event WHERE pa_case_id = pa_case.id AND to_status = 'pending'
        AND (decided_at IS NULL OR created_at <= decided_at))
WHERE status IN ('pending', 'approved', 'denied');

CREATE FUNCTION note_pa_case_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status = 'pending' THEN
        NEW.requested_at := now();
        NEW.decided_at := NULL;
    ELSIF NEW.status IN ('approved', 'denied') THEN
        NEW.decided_at := now();
    ELSE
        NEW.requested_at := NULL;
        NEW.decided_at := NULL;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER pa_case_times BEFORE UPDATE OF status ON pa_case FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION note_pa_case_times();

CREATE TRIGGER pa_case_figures_insert AFTER INSERT ON pa_case FOR EACH ROW
    WHEN (NEW.created_at < now() - interval '1 day') EXECUTE FUNCTION mark_figures_stale('pa_cases');
CREATE TRIGGER pa_case_figures_update AFTER UPDATE OF status, payer_id, drug_key, requested_at, decided_at ON pa_case FOR EACH ROW
    WHEN (NEW.created_at < now() - interval '1 day') EXECUTE FUNCTION mark_figures_stale('pa_cases');
CREATE TRIGGER pa_case_figures_delete AFTER DELETE ON pa_case FOR EACH ROW
    WHEN (OLD.created_at < now() - interval '1 day') EXECUTE FUNCTION mark_figures_stale('pa_cases');

-- Answers of the chat with what is counted of them: percentiles cannot be summed up.
CREATE INDEX chat_message_figures_idx ON chat_message (created_at)
    INCLUDE (id, session_id, query_type, state, answered_by, answered, first_token_ms) WHERE role = 'assistant';

-- Each search without its words: the log keeps a query once, however often it is asked. The time is that of its quarter hour, and the
-- hash of a session changes each day, so that the log's times do not tell who asked what.
CREATE TABLE search_event (
    asked_at TIMESTAMPTZ(3) NOT NULL DEFAULT date_bin('15 minutes', now(), '2000-01-01 00:00:00Z'),
    session TEXT COLLATE "C" NOT NULL,
    result_count INTEGER NOT NULL,
    best_relevance REAL NOT NULL
);
CREATE INDEX search_event_asked_at_idx ON search_event (asked_at) INCLUDE (session, result_count, best_relevance);
