-- When work has to be done, by its kind and priority. Empty until staff fill it: no figure of ours would be right for everybody.
CREATE TABLE work_due_rule (
    kind work_kind NOT NULL,
    priority priority NOT NULL,
    hours INTEGER NOT NULL CHECK (hours BETWEEN 1 AND 8760),
    PRIMARY KEY (kind, priority)
);

ALTER TYPE work_event_kind ADD VALUE 'escalated';
ALTER TABLE work_item
    -- From when the hours of a rule count, where the due date follows from one, and so changes with the priority.
    ADD COLUMN due_from TIMESTAMPTZ(3),
    -- When staff and other systems were told that it is overdue.
    ADD COLUMN escalated_at TIMESTAMPTZ(3),
    -- The due minute since 2000, and after all of them what has no due date: an order without nulls, for cursors.
    ADD COLUMN due_order BIGINT NOT NULL GENERATED ALWAYS AS (
        CASE WHEN due_at IS NULL THEN 134217727 ELSE
            greatest(0, least(134217726, floor(extract(epoch FROM due_at - TIMESTAMPTZ '2000-01-01 00:00:00+00') / 60))) END::bigint
    ) STORED;
CREATE INDEX work_item_open_due_order_idx ON work_item (due_order, id) WHERE closed_at IS NULL;
CREATE INDEX work_item_open_opened_at_idx ON work_item (opened_at, id) WHERE closed_at IS NULL;
-- What is overdue already counts as told: nobody wants all of it at once.
UPDATE work_item SET escalated_at = due_at WHERE closed_at IS NULL AND due_at < now();

-- Safety reports have the clock of their program.
CREATE FUNCTION work_due_by_rule(of_kind work_kind, of_priority priority, began TIMESTAMPTZ) RETURNS TIMESTAMPTZ LANGUAGE sql STABLE AS $$
    SELECT began + make_interval(hours => hours) FROM work_due_rule
    WHERE kind = of_kind AND priority = of_priority AND of_kind <> 'safety_report'
$$;
CREATE FUNCTION due_opened_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.closed_at IS NULL AND NEW.due_at IS NULL THEN
        NEW.due_at := work_due_by_rule(NEW.kind, NEW.priority, NEW.opened_at);
        NEW.due_from := CASE WHEN NEW.due_at IS NOT NULL THEN NEW.opened_at END;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER work_item_due_when_opened BEFORE INSERT ON work_item FOR EACH ROW EXECUTE FUNCTION due_opened_work();

-- Reopened, it is due anew, unless somebody set a date that is still to come. A higher priority never moves the date away, a lower one never
-- brings it nearer, and one without a rule leaves it. What had no date counts from now: nobody knew of one.
CREATE FUNCTION due_changed_work() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    is_reopened BOOLEAN := OLD.closed_at IS NOT NULL;
    is_raised BOOLEAN := array_position('{urgent,high,medium,low}', NEW.priority::text) < array_position('{urgent,high,medium,low}', OLD.priority::text);
    by_rule TIMESTAMPTZ;
BEGIN
    IF NEW.closed_at IS NOT NULL OR NEW.kind = 'safety_report' THEN
        RETURN NEW;
    END IF;
    IF is_reopened THEN
        NEW.escalated_at := NULL;
        IF NEW.due_from IS NOT NULL OR NEW.due_at <= now() THEN
            NEW.due_at := NULL;
            NEW.due_from := NULL;
        END IF;
    END IF;
    by_rule := work_due_by_rule(NEW.kind, NEW.priority, coalesce(NEW.due_from, now()));
    IF by_rule IS NOT NULL AND (NEW.due_at IS NULL OR NEW.due_from IS NOT NULL) THEN
        NEW.due_at := CASE WHEN NEW.due_at IS NULL THEN by_rule WHEN is_raised THEN least(NEW.due_at, by_rule) ELSE greatest(NEW.due_at, by_rule) END;
        NEW.due_from := coalesce(NEW.due_from, now());
    END IF;
    IF NEW.due_at IS DISTINCT FROM OLD.due_at THEN
        NEW.escalated_at := NULL;
        INSERT INTO work_event (work_item_id, actor, kind, from_value, to_value)
        VALUES (NEW.id, 'service', 'due_date_set', to_char(OLD.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            to_char(NEW.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'));
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER work_item_due_by_priority BEFORE UPDATE OF priority, closed_at ON work_item FOR EACH ROW
    WHEN (OLD.priority <> NEW.priority OR (OLD.closed_at IS NOT NULL AND NEW.closed_at IS NULL)) EXECUTE FUNCTION due_changed_work();

-- A due date that somebody set stays, and begins anew.
CREATE FUNCTION due_work_as_set() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.due_from := NULL;
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

-- A person's queue begins with what is theirs or nobody's now: views that meant everybody's work say so.
UPDATE saved_view SET address = address || CASE WHEN position('?' IN address) > 0 THEN '&' ELSE '?' END || 'who=anybody'
    WHERE address ~ '^/work(\?|$)' AND address !~ '[?&]who=';
-- Orders have had other names since 20261127.
UPDATE saved_view SET address = replace(address, 'order=newest', 'order=CREATED_AT-DESC') WHERE address LIKE '/prior-authorization?%order=newest%';
