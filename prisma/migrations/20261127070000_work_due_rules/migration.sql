-- When work has to be done, by its kind and priority. Empty until staff fill it: no figure of ours would be right for everybody.
CREATE TABLE work_due_rule (
    kind work_kind NOT NULL,
    priority priority NOT NULL,
    hours INTEGER NOT NULL CHECK (hours BETWEEN 1 AND 8760),
    PRIMARY KEY (kind, priority)
);

ALTER TYPE work_event_kind ADD VALUE 'escalated';
ALTER TABLE work_item
    -- Whether the due date follows from a rule, and so changes with the priority.
    ADD COLUMN due_by_rule BOOLEAN NOT NULL DEFAULT false,
    -- When staff and other systems were told that it is overdue.
    ADD COLUMN escalated_at TIMESTAMPTZ(3),
    -- The due minute since 2000, and after all of them what has no due date: an order without nulls, for cursors.
    ADD COLUMN due_order BIGINT NOT NULL GENERATED ALWAYS AS (
        CASE WHEN due_at IS NULL THEN 134217727 ELSE
            greatest(0, least(134217726, floor(extract(epoch FROM due_at - TIMESTAMPTZ '2000-01-01 00:00:00+00') / 60))) END::bigint
    ) STORED;
CREATE INDEX work_item_open_due_order_idx ON work_item (due_order, id) WHERE closed_at IS NULL;
CREATE INDEX work_item_open_id_idx ON work_item (id) WHERE closed_at IS NULL;
-- Nobody is told now of what was overdue before there was anybody to tell.
UPDATE work_item SET escalated_at = due_at WHERE closed_at IS NULL AND due_at < now();

CREATE FUNCTION due_work_by_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.closed_at IS NOT NULL OR (NEW.due_at IS NOT NULL AND NOT NEW.due_by_rule) THEN
        RETURN NEW;
    END IF;
    NEW.due_at := (SELECT CASE WHEN TG_OP = 'UPDATE' AND OLD.closed_at IS NOT NULL THEN now() ELSE NEW.opened_at END
        + make_interval(hours => hours) FROM work_due_rule WHERE kind = NEW.kind AND priority = NEW.priority);
    NEW.due_by_rule := NEW.due_at IS NOT NULL;
    NEW.escalated_at := NULL;
    RETURN NEW;
END
$$;
CREATE TRIGGER work_item_due_when_opened BEFORE INSERT ON work_item FOR EACH ROW EXECUTE FUNCTION due_work_by_rule();
CREATE TRIGGER work_item_due_by_priority BEFORE UPDATE OF priority, closed_at ON work_item FOR EACH ROW
    WHEN (OLD.priority <> NEW.priority OR (OLD.closed_at IS NOT NULL AND NEW.closed_at IS NULL)) EXECUTE FUNCTION due_work_by_rule();

-- A due date that somebody set stays, and begins anew.
CREATE FUNCTION due_work_as_set() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.due_by_rule := false;
    NEW.escalated_at := NULL;
    RETURN NEW;
END
$$;
CREATE TRIGGER work_item_due_as_set BEFORE UPDATE OF due_at ON work_item FOR EACH ROW
    WHEN (OLD.due_at IS DISTINCT FROM NEW.due_at) EXECUTE FUNCTION due_work_as_set();

CREATE FUNCTION announce_escalated_work() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM announce('work.escalated', 'work_item', NEW.id, NEW.patient_id, jsonb_build_object('kind', NEW.kind, 'record_id', NEW.record_id,
        'state', NEW.state, 'priority', NEW.priority, 'assignee_id', NEW.assignee_id,
        'due_at', to_char(NEW.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
    RETURN NULL;
END
$$;
CREATE TRIGGER work_escalation_announced AFTER UPDATE OF escalated_at ON work_item FOR EACH ROW
    WHEN (OLD.escalated_at IS NULL AND NEW.escalated_at IS NOT NULL) EXECUTE FUNCTION announce_escalated_work();
