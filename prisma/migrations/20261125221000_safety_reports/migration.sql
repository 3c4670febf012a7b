-- Safety reports to manufacturers (docs/safety-reporting.md).
ALTER TYPE work_kind ADD VALUE 'safety_report';
CREATE TYPE report_channel AS ENUM ('event', 'email', 'manual');
CREATE TYPE report_review AS ENUM ('by_source', 'always', 'never');
CREATE TYPE safety_report_kind AS ENUM ('initial', 'follow_up', 'nullification');
CREATE TYPE safety_report_state AS ENUM ('unmatched', 'waiting', 'sending', 'failed', 'sent', 'unacknowledged', 'acknowledged', 'withdrawn');

-- What a contract with a manufacturer says of safety reports.
CREATE TABLE safety_program (
    id SERIAL PRIMARY KEY,
    manufacturer TEXT NOT NULL,
    medicines TEXT[] NOT NULL,
    channel report_channel NOT NULL,
    email TEXT CHECK (channel <> 'email' OR email IS NOT NULL),
    subscription_id INTEGER CHECK (channel <> 'event' OR subscription_id IS NOT NULL)
        REFERENCES event_subscription (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    due_hours INTEGER NOT NULL CHECK (due_hours BETWEEN 1 AND 2160),
    time_zone TEXT NOT NULL,
    -- 1 is Monday: only their hours count.
    working_days SMALLINT[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}',
    holidays DATE[] NOT NULL DEFAULT '{}',
    -- Whether a reviewer has to have seen what goes out.
    review report_review NOT NULL DEFAULT 'by_source',
    created_by TEXT NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    ended_at TIMESTAMPTZ(3)
);
CREATE INDEX safety_program_subscription_id_idx ON safety_program (subscription_id);

CREATE TABLE safety_report (
    id SERIAL PRIMARY KEY,
    adverse_event_id INTEGER NOT NULL REFERENCES adverse_event (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    -- The case's, kept by triggers: NULL where it has none.
    patient_id INTEGER,
    -- NULL where no program matched, or several.
    program_id INTEGER REFERENCES safety_program (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    -- Whether staff said so.
    program_chosen BOOLEAN NOT NULL DEFAULT false,
    version INTEGER NOT NULL,
    kind safety_report_kind NOT NULL,
    state safety_report_state NOT NULL,
    -- When what it tells was learnt of, and when it has to be sent.
    aware_at TIMESTAMPTZ(3) NOT NULL,
    due_at TIMESTAMPTZ(3) NOT NULL,
    -- 0 while more than half of its time is left, 1, 2 for less than a quarter, 3 overdue.
    clock SMALLINT NOT NULL DEFAULT 0,
    -- What staff found in it: patient, reporter, event, medicine.
    triage TEXT[] NOT NULL DEFAULT '{}',
    triaged_by TEXT,
    triaged_at TIMESTAMPTZ(3),
    unreviewed BOOLEAN NOT NULL DEFAULT false,
    missing TEXT[] NOT NULL DEFAULT '{}',
    -- What was sent, sealed; empty before.
    document TEXT NOT NULL DEFAULT '',
    -- Of what it says, so that a change that changes nothing of it is told from one that does.
    content_hash TEXT,
    -- Of the secret in the link of its message.
    acknowledge_hash TEXT UNIQUE,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    last_error TEXT,
    -- When it first went out, and when it last did.
    sent_at TIMESTAMPTZ(3),
    last_sent_at TIMESTAMPTZ(3),
    acknowledged_at TIMESTAMPTZ(3),
    acknowledged_by TEXT,
    -- Their number of it.
    receiver_number TEXT,
    event_delivery_id BIGINT,
    work_item_id INTEGER UNIQUE REFERENCES work_item (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);
CREATE INDEX safety_report_adverse_event_id_idx ON safety_report (adverse_event_id, id);
CREATE INDEX safety_report_program_id_idx ON safety_report (program_id, sent_at);
CREATE INDEX safety_report_pending_idx ON safety_report (due_at) WHERE state IN ('unmatched', 'waiting', 'sending', 'failed');
CREATE INDEX safety_report_unacknowledged_idx ON safety_report (last_sent_at) WHERE state = 'sent';
CREATE INDEX safety_report_event_delivery_id_idx ON safety_report (event_delivery_id) WHERE event_delivery_id IS NOT NULL;

-- What was compared with a manufacturer's own list.
CREATE TABLE safety_reconciliation (
    id SERIAL PRIMARY KEY,
    program_id INTEGER NOT NULL REFERENCES safety_program (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    -- Reports that were sent from then on, and before then.
    from_at TIMESTAMPTZ(3) NOT NULL,
    until_at TIMESTAMPTZ(3) NOT NULL,
    sent INTEGER NOT NULL,
    acknowledged INTEGER NOT NULL,
    -- NULL: only counted, not compared.
    received INTEGER,
    differences JSONB NOT NULL DEFAULT '[]',
    made_by TEXT NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);
CREATE INDEX safety_reconciliation_program_id_idx ON safety_reconciliation (program_id, id DESC);
-- Each day is counted once, by whichever instance comes first.
CREATE UNIQUE INDEX safety_reconciliation_daily_idx ON safety_reconciliation (program_id, from_at) WHERE made_by = 'service';

-- Which version of a case its reports were planned for. Cases from before are not reported by themselves.
ALTER TABLE adverse_event
    ADD COLUMN content_version INTEGER NOT NULL DEFAULT 1,
    ADD COLUMN planned_version INTEGER NOT NULL DEFAULT 0,
    -- By whom the latest content is, as in the history of work: what staff say waits for no reviewer.
    ADD COLUMN changed_by TEXT;
UPDATE adverse_event SET planned_version = content_version;
CREATE INDEX adverse_event_unplanned_idx ON adverse_event (id) WHERE planned_version <> content_version;

CREATE FUNCTION count_case_version() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW.content_version := OLD.content_version + 1;
    IF case_says_other(OLD, NEW) THEN
        NEW.changed_by := work_actor();
    END IF;
    IF OLD.patient_id IS DISTINCT FROM NEW.patient_id THEN
        UPDATE safety_report SET patient_id = NEW.patient_id WHERE adverse_event_id = NEW.id;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER adverse_event_version_counted BEFORE UPDATE ON adverse_event FOR EACH ROW
    WHEN (OLD.review_state <> NEW.review_state OR case_says_other(OLD, NEW)) EXECUTE FUNCTION count_case_version();

-- Work: a report that waits, failed or was not acknowledged.
CREATE FUNCTION is_report_settled(state safety_report_state) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
    SELECT state IN ('sent', 'acknowledged', 'withdrawn')
$$;
CREATE FUNCTION report_priority(clock SMALLINT) RETURNS priority LANGUAGE sql IMMUTABLE AS $$
    SELECT (CASE WHEN clock >= 2 THEN 'urgent' ELSE 'high' END)::priority
$$;
CREATE FUNCTION open_safety_report_work() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    SELECT patient_id INTO NEW.patient_id FROM adverse_event WHERE id = NEW.adverse_event_id;
    NEW.work_item_id := open_work_item('safety_report', NEW.id, NEW.state::text, report_priority(NEW.clock), NEW.patient_id, NEW.created_at, is_report_settled(NEW.state));
    UPDATE work_item SET due_at = NEW.due_at WHERE id = NEW.work_item_id;
    RETURN NEW;
END $$;
CREATE FUNCTION keep_safety_report_work() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(NEW.work_item_id, NEW.state::text, report_priority(NEW.clock), NEW.patient_id,
        is_report_settled(NEW.state),
        concat_ws(', ', CASE WHEN OLD.program_id IS DISTINCT FROM NEW.program_id THEN 'programId' END,
            CASE WHEN OLD.receiver_number IS DISTINCT FROM NEW.receiver_number THEN 'receiverNumber' END),
        OLD.triaged_at IS DISTINCT FROM NEW.triaged_at);
    IF OLD.due_at <> NEW.due_at THEN
        UPDATE work_item SET due_at = NEW.due_at WHERE id = NEW.work_item_id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER safety_report_work_opened BEFORE INSERT ON safety_report FOR EACH ROW EXECUTE FUNCTION open_safety_report_work();
CREATE TRIGGER safety_report_work_kept AFTER UPDATE ON safety_report FOR EACH ROW EXECUTE FUNCTION keep_safety_report_work();
CREATE TRIGGER safety_report_work_withdrawn AFTER DELETE ON safety_report FOR EACH ROW EXECUTE FUNCTION withdraw_work_item();

CREATE FUNCTION announce_safety_report() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM announce(TG_ARGV[0], 'safety_report', NEW.id, NEW.patient_id, jsonb_build_object(
        'adverse_event_id', NEW.adverse_event_id, 'program_id', NEW.program_id, 'version', NEW.version, 'kind', NEW.kind, 'state', NEW.state,
        'due_at', to_char(NEW.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'overdue', NEW.clock >= 3));
    RETURN NULL;
END $$;
CREATE TRIGGER safety_report_due_announced AFTER INSERT ON safety_report FOR EACH ROW
    WHEN (NEW.state <> 'withdrawn') EXECUTE FUNCTION announce_safety_report('safety_report.due');
-- Told again as its time runs out.
CREATE TRIGGER safety_report_clock_announced AFTER UPDATE ON safety_report FOR EACH ROW
    WHEN (OLD.clock < NEW.clock) EXECUTE FUNCTION announce_safety_report('safety_report.due');
CREATE TRIGGER safety_report_sent_announced AFTER UPDATE ON safety_report FOR EACH ROW
    WHEN (OLD.sent_at IS NULL AND NEW.sent_at IS NOT NULL) EXECUTE FUNCTION announce_safety_report('safety_report.sent');
CREATE TRIGGER safety_report_acknowledged_announced AFTER UPDATE ON safety_report FOR EACH ROW
    WHEN (OLD.acknowledged_at IS NULL AND NEW.acknowledged_at IS NOT NULL) EXECUTE FUNCTION announce_safety_report('safety_report.acknowledged');

-- A delivery may have a body of its own, made once, so that each attempt carries the same bytes; sealed.
ALTER TABLE event_delivery ADD COLUMN body TEXT NOT NULL DEFAULT '';
-- A subscriber's own GraphQL document, run once for each delivery under the scopes of the key that owns the subscription.
ALTER TABLE event_subscription
    ADD COLUMN document TEXT,
    ADD COLUMN owner_key_id INTEGER REFERENCES api_key (id) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX event_subscription_owner_key_id_idx ON event_subscription (owner_key_id);

-- What became of a delivery is what became of the report in it.
CREATE FUNCTION settle_delivered_report() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state = 'delivered' THEN
        UPDATE safety_report SET state = 'sent', sent_at = coalesce(sent_at, NEW.settled_at), last_sent_at = NEW.settled_at, last_error = NULL
        WHERE event_delivery_id = NEW.id AND state IN ('sending', 'failed');
    ELSIF NEW.state = 'dead' THEN
        UPDATE safety_report SET state = 'failed', last_error = coalesce(NEW.last_error, 'It was given up.'), next_at = now() + interval '1 hour'
        WHERE event_delivery_id = NEW.id AND state = 'sending';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER event_delivery_report_settled AFTER UPDATE OF state ON event_delivery FOR EACH ROW
    WHEN (OLD.state <> NEW.state AND NEW.subject = 'submitted_report') EXECUTE FUNCTION settle_delivered_report();
