-- Work items: what of a record waits for staff, whose it is and what became of it, kept by triggers so that no code path can forget it.
CREATE TYPE work_kind AS ENUM ('adverse_event', 'follow_up_action', 'callback', 'pa_case', 'discrepancy', 'rejected_invocation');
CREATE TYPE work_event_kind AS ENUM (
    'opened', 'changed', 'closed', 'reopened', 'prioritized', 'linked', 'amended', 'assigned', 'due_date_set', 'noted', 'withdrawn'
);

CREATE TABLE work_item (
    id SERIAL PRIMARY KEY,
    kind work_kind NOT NULL,
    record_id INTEGER NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    state TEXT NOT NULL,
    priority priority NOT NULL,
    assignee_id INTEGER REFERENCES staff_member (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    due_at TIMESTAMPTZ(3),
    -- No foreign key: a record must never fail to be stored because of its work item.
    patient_id INTEGER,
    opened_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    closed_at TIMESTAMPTZ(3),
    -- Most urgent first: 2 bits of priority, 27 of the due minute (all ones for none), 33 of the second it was opened in, both since 2000.
    queue_order BIGINT NOT NULL GENERATED ALWAYS AS (
        ((CASE priority WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END)::bigint << 60)
        + (CASE WHEN due_at IS NULL THEN 134217727 ELSE
            greatest(0, least(134217726, floor(extract(epoch FROM due_at - TIMESTAMPTZ '2000-01-01 00:00:00+00') / 60)))::bigint END << 33)
        + greatest(0, least(8589934591, floor(extract(epoch FROM opened_at - TIMESTAMPTZ '2000-01-01 00:00:00+00'))))::bigint
    ) STORED
);

CREATE TABLE work_event (
    id SERIAL PRIMARY KEY,
    work_item_id INTEGER NOT NULL REFERENCES work_item (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    actor TEXT NOT NULL,
    kind work_event_kind NOT NULL,
    from_value TEXT,
    to_value TEXT,
    note TEXT
);

-- The records so far get their items: ids first, then the items, then the history that is known.
ALTER TABLE adverse_event ADD COLUMN work_item_id INTEGER;
ALTER TABLE follow_up_action ADD COLUMN work_item_id INTEGER;
ALTER TABLE callback_request ADD COLUMN work_item_id INTEGER;
ALTER TABLE pa_case ADD COLUMN work_item_id INTEGER;
ALTER TABLE benefit_contradiction ADD COLUMN work_item_id INTEGER;
ALTER TABLE function_invocation ADD COLUMN work_item_id INTEGER;
UPDATE adverse_event SET work_item_id = nextval('work_item_id_seq');
UPDATE follow_up_action SET work_item_id = nextval('work_item_id_seq');
UPDATE callback_request SET work_item_id = nextval('work_item_id_seq');
UPDATE pa_case SET work_item_id = nextval('work_item_id_seq');
UPDATE benefit_contradiction SET work_item_id = nextval('work_item_id_seq');
UPDATE function_invocation SET work_item_id = nextval('work_item_id_seq') WHERE outcome IN ('rejected', 'failed');

-- As severity.ts says it: what nobody could assess may be anything.
CREATE FUNCTION work_priority_of(severity TEXT) RETURNS priority LANGUAGE sql IMMUTABLE AS $$
    SELECT (CASE WHEN severity = 'mild' THEN 'medium' WHEN severity = 'moderate' OR severity IS NULL THEN 'high' ELSE 'urgent' END)::priority
$$;

INSERT INTO work_item (id, kind, record_id, state, priority, patient_id, opened_at, closed_at)
    SELECT work_item_id, 'adverse_event'::work_kind, id, review_state::text, work_priority_of(severity), patient_id, created_at,
        CASE WHEN review_state IN ('confirmed', 'dismissed') THEN coalesce(reviewed_at, created_at) END FROM adverse_event
    UNION ALL SELECT work_item_id, 'follow_up_action', id, status::text, priority, patient_id, created_at,
        CASE WHEN status IN ('completed', 'cancelled') THEN coalesce(closed_at, created_at) END FROM follow_up_action
    UNION ALL SELECT work_item_id, 'callback', id, status::text, 'medium', patient_id, created_at,
        CASE WHEN status <> 'requested' THEN coalesce(closed_at, created_at) END FROM callback_request
    UNION ALL SELECT work_item_id, 'pa_case', id, status::text, 'medium', patient_id, created_at,
        CASE WHEN drug_key = '' THEN created_at WHEN status NOT IN ('open', 'pending') THEN updated_at END FROM pa_case
    UNION ALL SELECT work_item_id, 'discrepancy', id, coalesce(kept::text, 'open'), 'medium', patient_id, created_at,
        CASE WHEN kept IS NOT NULL THEN coalesce(resolved_at, created_at) END FROM benefit_contradiction
    UNION ALL SELECT work_item_id, 'rejected_invocation', id, CASE WHEN reviewed_at IS NULL THEN outcome::text ELSE 'reviewed' END,
        (CASE WHEN function_name = 'flag_adverse_event' THEN 'urgent' ELSE 'medium' END)::priority,
        patient_id, created_at, reviewed_at FROM function_invocation WHERE work_item_id IS NOT NULL;

INSERT INTO work_event (work_item_id, at, actor, kind, from_value, to_value, note)
    SELECT item, at, actor, kind::work_event_kind, from_value, to_value, note FROM (
        SELECT work_item_id AS item, created_at AS at, 'service' AS actor, 'opened' AS kind, NULL AS from_value, 'open' AS to_value, NULL AS note,
            0 AS step FROM adverse_event
        UNION ALL SELECT work_item_id, reviewed_at, coalesce(reviewed_by, 'service'),
            CASE WHEN review_state IN ('confirmed', 'dismissed') THEN 'closed' WHEN review_state = 'in_review' THEN 'changed' ELSE 'noted' END,
            CASE WHEN review_state <> 'open' THEN 'open' END, review_state::text, review_note, 1 FROM adverse_event WHERE reviewed_at IS NOT NULL
        UNION ALL SELECT work_item_id, created_at, 'service', 'opened', NULL, 'pending', NULL, 0 FROM follow_up_action
        UNION ALL SELECT work_item_id, coalesce(closed_at, created_at), coalesce(closed_by, 'service'),
            CASE WHEN status = 'in_progress' THEN 'changed' ELSE 'closed' END, 'pending', status::text, NULL, 1
            FROM follow_up_action WHERE status <> 'pending'
        UNION ALL SELECT work_item_id, created_at, 'service', 'opened', NULL, 'requested', NULL, 0 FROM callback_request
        UNION ALL SELECT work_item_id, coalesce(closed_at, created_at), coalesce(closed_by, 'service'), 'closed', 'requested', status::text, NULL, 1
            FROM callback_request WHERE status <> 'requested'
        UNION ALL SELECT work_item_id, event.created_at, event.by,
            CASE WHEN from_status IS NULL THEN 'opened'
                WHEN (from_status IN ('open', 'pending')) = (to_status IN ('open', 'pending')) THEN 'changed'
                WHEN to_status IN ('open', 'pending') THEN 'reopened' ELSE 'closed' END,
            from_status::text, to_status::text, note, event.id FROM pa_case_event AS event JOIN pa_case ON pa_case.id = event.pa_case_id
        UNION ALL SELECT work_item_id, created_at, 'service', 'opened', NULL, 'open', NULL, 0 FROM benefit_contradiction
        UNION ALL SELECT work_item_id, coalesce(resolved_at, created_at), coalesce(resolved_by, 'service'), 'closed', 'open', kept::text, note, 1
            FROM benefit_contradiction WHERE kept IS NOT NULL
        UNION ALL SELECT work_item_id, created_at, 'service', 'opened', NULL, outcome::text, NULL, 0
            FROM function_invocation WHERE work_item_id IS NOT NULL
        UNION ALL SELECT work_item_id, reviewed_at, coalesce(reviewed_by, 'service'), 'closed', outcome::text, 'reviewed', NULL, 1
            FROM function_invocation WHERE work_item_id IS NOT NULL AND reviewed_at IS NOT NULL
    ) AS known ORDER BY item, step;
UPDATE work_item SET version = steps FROM (SELECT work_item_id, count(*)::integer AS steps FROM work_event GROUP BY 1) AS history
    WHERE history.work_item_id = work_item.id AND steps > 1;

CREATE UNIQUE INDEX work_item_kind_record_id_key ON work_item (kind, record_id);
CREATE INDEX work_item_open_idx ON work_item (queue_order, id) WHERE closed_at IS NULL;
CREATE INDEX work_item_open_assignee_idx ON work_item (assignee_id, queue_order, id) WHERE closed_at IS NULL;
CREATE INDEX work_item_open_kind_idx ON work_item (kind, queue_order, id) WHERE closed_at IS NULL;
CREATE INDEX work_item_open_due_idx ON work_item (due_at) WHERE closed_at IS NULL AND due_at IS NOT NULL;
CREATE INDEX work_item_patient_id_idx ON work_item (patient_id, queue_order, id);
CREATE INDEX work_event_work_item_id_id_idx ON work_event (work_item_id, id);

CREATE UNIQUE INDEX adverse_event_work_item_id_key ON adverse_event (work_item_id);
CREATE UNIQUE INDEX follow_up_action_work_item_id_key ON follow_up_action (work_item_id);
CREATE UNIQUE INDEX callback_request_work_item_id_key ON callback_request (work_item_id);
CREATE UNIQUE INDEX pa_case_work_item_id_key ON pa_case (work_item_id);
CREATE UNIQUE INDEX benefit_contradiction_work_item_id_key ON benefit_contradiction (work_item_id);
CREATE UNIQUE INDEX function_invocation_work_item_id_key ON function_invocation (work_item_id);
ALTER TABLE adverse_event ADD FOREIGN KEY (work_item_id) REFERENCES work_item (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE follow_up_action ADD FOREIGN KEY (work_item_id) REFERENCES work_item (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE callback_request ADD FOREIGN KEY (work_item_id) REFERENCES work_item (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE pa_case ADD FOREIGN KEY (work_item_id) REFERENCES work_item (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE benefit_contradiction ADD FOREIGN KEY (work_item_id) REFERENCES work_item (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE function_invocation ADD FOREIGN KEY (work_item_id) REFERENCES work_item (id) ON DELETE RESTRICT ON UPDATE CASCADE;

-- The history is not rewritten.
CREATE TRIGGER work_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON work_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who makes a change and what they say of it, as the transaction tells (src/domain/work/acting.ts).
CREATE FUNCTION work_actor() RETURNS TEXT LANGUAGE sql STABLE AS $$
    SELECT coalesce(nullif(current_setting('care.actor', true), ''), 'service')
$$;
-- A note belongs to one step: whoever takes it leaves none.
CREATE FUNCTION take_work_note() RETURNS TEXT LANGUAGE plpgsql AS $$
DECLARE
    note TEXT := nullif(current_setting('care.note', true), '');
BEGIN
    IF note IS NOT NULL THEN
        PERFORM set_config('care.note', '', true);
    END IF;
    RETURN note;
END
$$;
-- Collects the items that a transaction changes, for its subscribers. The list is bounded: a bulk load must not grow it without end.
CREATE FUNCTION collect_changed_work(item INTEGER) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    known TEXT := coalesce(current_setting('care.work_changed', true), '');
BEGIN
    IF length(known) < 8000 THEN
        PERFORM set_config('care.work_changed', known || item || ',', true);
    END IF;
END
$$;

CREATE FUNCTION open_work_item(of_kind work_kind, of_record INTEGER, in_state TEXT, with_priority priority, of_patient INTEGER,
    at_time TIMESTAMPTZ, is_closed BOOLEAN)
RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
    item INTEGER;
BEGIN
    WITH made AS (
        INSERT INTO work_item (kind, record_id, state, priority, patient_id, opened_at, closed_at)
        VALUES (of_kind, of_record, in_state, with_priority, of_patient, at_time, CASE WHEN is_closed THEN at_time END)
        RETURNING id
    ), told AS (
        INSERT INTO work_event (work_item_id, at, actor, kind, to_value, note)
        SELECT id, at_time, work_actor(), 'opened', in_state, take_work_note() FROM made
    )
    SELECT id INTO item FROM made;
    PERFORM collect_changed_work(item);
    RETURN item;
END
$$;

-- Brings an item up to its record and writes down each difference. `amended` names what else the record says now; `decided_again` is a
-- decision that changed nothing of it. A change of nothing leaves nothing.
CREATE FUNCTION keep_work_item(item INTEGER, to_state TEXT, to_priority priority, to_patient INTEGER, to_closed BOOLEAN, amended TEXT,
    decided_again BOOLEAN)
RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    old work_item%ROWTYPE;
    is_other BOOLEAN;
    said TEXT;
BEGIN
    SELECT * INTO old FROM work_item WHERE id = item FOR NO KEY UPDATE;
    is_other := old.state <> to_state OR old.priority <> to_priority OR old.patient_id IS DISTINCT FROM to_patient OR amended <> '';
    IF old.id IS NULL OR NOT (is_other OR decided_again) THEN
        RETURN;
    END IF;
    UPDATE work_item SET version = version + 1, state = to_state, priority = to_priority, patient_id = to_patient,
        closed_at = CASE WHEN to_closed THEN coalesce(closed_at, now()) END
    WHERE id = item;
    said := take_work_note();
    INSERT INTO work_event (work_item_id, actor, kind, from_value, to_value, note)
    SELECT item, work_actor(), kind, from_value, to_value, CASE WHEN row_number() OVER (ORDER BY place) = 1 THEN said END
    FROM (VALUES
        (1, old.state <> to_state, CASE WHEN to_closed = (old.closed_at IS NOT NULL) THEN 'changed' WHEN to_closed THEN 'closed'
            ELSE 'reopened' END::work_event_kind, old.state, to_state),
        (2, old.priority <> to_priority, 'prioritized', old.priority::text, to_priority::text),
        (3, old.patient_id IS DISTINCT FROM to_patient, 'linked', old.patient_id::text, to_patient::text),
        (4, amended <> '', 'amended', NULL, amended),
        (5, NOT is_other, 'noted', NULL, NULL)
    ) AS difference (place, is_there, kind, from_value, to_value)
    WHERE is_there ORDER BY place;
    PERFORM collect_changed_work(item);
END
$$;

-- At the end of a decision: a note that no step has taken becomes one.
CREATE FUNCTION leave_work_note(item INTEGER) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    said TEXT := take_work_note();
BEGIN
    IF said IS NOT NULL THEN
        UPDATE work_item SET version = version + 1 WHERE id = item;
        INSERT INTO work_event (work_item_id, actor, kind, note) VALUES (item, work_actor(), 'noted', said);
        PERFORM collect_changed_work(item);
    END IF;
END
$$;

CREATE FUNCTION withdraw_work_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO work_event (work_item_id, actor, kind, from_value, to_value, note)
        SELECT id, work_actor(), 'withdrawn', state, 'withdrawn', take_work_note() FROM work_item WHERE id = OLD.work_item_id;
    UPDATE work_item SET version = version + 1, state = 'withdrawn', closed_at = coalesce(closed_at, now()) WHERE id = OLD.work_item_id;
    PERFORM collect_changed_work(OLD.work_item_id);
    RETURN NULL;
END
$$;

-- Assignments and due dates are the item's own.
CREATE FUNCTION keep_work_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    said TEXT := take_work_note();
    moved BOOLEAN := OLD.assignee_id IS DISTINCT FROM NEW.assignee_id;
BEGIN
    NEW.version := OLD.version + 1;
    IF moved THEN
        INSERT INTO work_event (work_item_id, actor, kind, from_value, to_value, note)
        VALUES (NEW.id, work_actor(), 'assigned', 'staff:' || OLD.assignee_id, 'staff:' || NEW.assignee_id, said);
    END IF;
    IF OLD.due_at IS DISTINCT FROM NEW.due_at THEN
        INSERT INTO work_event (work_item_id, actor, kind, from_value, to_value, note)
        VALUES (NEW.id, work_actor(), 'due_date_set', to_char(OLD.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            to_char(NEW.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), CASE WHEN NOT moved THEN said END);
    END IF;
    PERFORM collect_changed_work(NEW.id);
    RETURN NEW;
END
$$;
CREATE TRIGGER work_item_assignment BEFORE UPDATE OF assignee_id, due_at ON work_item FOR EACH ROW
    WHEN ((OLD.assignee_id, OLD.due_at) IS DISTINCT FROM (NEW.assignee_id, NEW.due_at)) EXECUTE FUNCTION keep_work_assignment();

-- Adverse events: open until confirmed or dismissed.
CREATE FUNCTION open_adverse_event_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.work_item_id := open_work_item('adverse_event', NEW.id, NEW.review_state::text, work_priority_of(NEW.severity), NEW.patient_id,
        NEW.created_at, NEW.review_state IN ('confirmed', 'dismissed'));
    RETURN NEW;
END
$$;
CREATE FUNCTION keep_adverse_event_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(NEW.work_item_id, NEW.review_state::text, work_priority_of(NEW.severity), NEW.patient_id,
        NEW.review_state IN ('confirmed', 'dismissed'),
        concat_ws(', ', CASE WHEN OLD.event_description <> NEW.event_description THEN 'eventDescription' END,
            CASE WHEN OLD.severity IS DISTINCT FROM NEW.severity THEN 'severity' END,
            CASE WHEN OLD.medication_name IS DISTINCT FROM NEW.medication_name THEN 'medicationName' END,
            CASE WHEN OLD.symptoms <> NEW.symptoms THEN 'symptoms' END),
        OLD.reviewed_at IS DISTINCT FROM NEW.reviewed_at);
    RETURN NULL;
END
$$;
CREATE TRIGGER adverse_event_work_opened BEFORE INSERT ON adverse_event FOR EACH ROW EXECUTE FUNCTION open_adverse_event_work();
CREATE TRIGGER adverse_event_work_kept AFTER UPDATE ON adverse_event FOR EACH ROW EXECUTE FUNCTION keep_adverse_event_work();
CREATE TRIGGER adverse_event_work_withdrawn AFTER DELETE ON adverse_event FOR EACH ROW EXECUTE FUNCTION withdraw_work_item();
-- A report that is gathered into a case is more to decide on.
CREATE FUNCTION amend_gathering_case_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(id, state, priority, patient_id, closed_at IS NOT NULL, 'gatheredReports', false)
        FROM work_item WHERE kind = 'adverse_event' AND record_id = NEW.adverse_event_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER gathered_report_work_amended AFTER INSERT ON gathered_report FOR EACH ROW EXECUTE FUNCTION amend_gathering_case_work();

-- Follow-up actions: open until completed or cancelled.
CREATE FUNCTION open_follow_up_action_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.work_item_id := open_work_item('follow_up_action', NEW.id, NEW.status::text, NEW.priority, NEW.patient_id, NEW.created_at,
        NEW.status IN ('completed', 'cancelled'));
    RETURN NEW;
END
$$;
CREATE FUNCTION keep_follow_up_action_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(NEW.work_item_id, NEW.status::text, NEW.priority, NEW.patient_id, NEW.status IN ('completed', 'cancelled'),
        concat_ws(', ', CASE WHEN OLD.action <> NEW.action THEN 'action' END,
            CASE WHEN OLD.assigned_to IS DISTINCT FROM NEW.assigned_to THEN 'assignedTo' END),
        OLD.closed_at IS DISTINCT FROM NEW.closed_at);
    RETURN NULL;
END
$$;
CREATE TRIGGER follow_up_action_work_opened BEFORE INSERT ON follow_up_action FOR EACH ROW EXECUTE FUNCTION open_follow_up_action_work();
CREATE TRIGGER follow_up_action_work_kept AFTER UPDATE ON follow_up_action FOR EACH ROW EXECUTE FUNCTION keep_follow_up_action_work();
CREATE TRIGGER follow_up_action_work_withdrawn AFTER DELETE ON follow_up_action FOR EACH ROW EXECUTE FUNCTION withdraw_work_item();

-- Callbacks: open until somebody called or nobody needs to.
CREATE FUNCTION open_callback_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.work_item_id := open_work_item('callback', NEW.id, NEW.status::text, 'medium', NEW.patient_id, NEW.created_at,
        NEW.status <> 'requested');
    RETURN NEW;
END
$$;
CREATE FUNCTION keep_callback_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(NEW.work_item_id, NEW.status::text, 'medium', NEW.patient_id, NEW.status <> 'requested',
        concat_ws(', ', CASE WHEN OLD.phone_number IS DISTINCT FROM NEW.phone_number THEN 'phoneNumber' END,
            CASE WHEN OLD.preferred_time IS DISTINCT FROM NEW.preferred_time THEN 'preferredTime' END,
            CASE WHEN OLD.reason IS DISTINCT FROM NEW.reason THEN 'reason' END),
        OLD.closed_at IS DISTINCT FROM NEW.closed_at);
    RETURN NULL;
END
$$;
CREATE TRIGGER callback_work_opened BEFORE INSERT ON callback_request FOR EACH ROW EXECUTE FUNCTION open_callback_work();
CREATE TRIGGER callback_work_kept AFTER UPDATE ON callback_request FOR EACH ROW EXECUTE FUNCTION keep_callback_work();
CREATE TRIGGER callback_work_withdrawn AFTER DELETE ON callback_request FOR EACH ROW EXECUTE FUNCTION withdraw_work_item();

-- Prior authorization cases: open while a request is to be made or the payer's answer to be recorded. Nobody decides the case of a
-- coverage itself, which has no medicine.
CREATE FUNCTION open_pa_case_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.work_item_id := open_work_item('pa_case', NEW.id, NEW.status::text, 'medium', NEW.patient_id, NEW.created_at,
        NEW.drug_key = '' OR NEW.status NOT IN ('open', 'pending'));
    RETURN NEW;
END
$$;
CREATE FUNCTION keep_pa_case_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(NEW.work_item_id, NEW.status::text, 'medium', NEW.patient_id,
        NEW.drug_key = '' OR NEW.status NOT IN ('open', 'pending'),
        concat_ws(', ', CASE WHEN OLD.pa_required IS DISTINCT FROM NEW.pa_required THEN 'paRequired' END,
            CASE WHEN OLD.step_therapy_required IS DISTINCT FROM NEW.step_therapy_required THEN 'stepTherapyRequired' END,
            CASE WHEN OLD.step_therapy_drugs <> NEW.step_therapy_drugs THEN 'stepTherapyDrugs' END,
            CASE WHEN OLD.criteria <> NEW.criteria THEN 'criteria' END,
            CASE WHEN OLD.sources <> NEW.sources THEN 'sources' END,
            CASE WHEN OLD.reference_number IS DISTINCT FROM NEW.reference_number THEN 'referenceNumber' END),
        false);
    RETURN NULL;
END
$$;
CREATE TRIGGER pa_case_work_opened BEFORE INSERT ON pa_case FOR EACH ROW EXECUTE FUNCTION open_pa_case_work();
CREATE TRIGGER pa_case_work_kept AFTER UPDATE ON pa_case FOR EACH ROW EXECUTE FUNCTION keep_pa_case_work();
CREATE TRIGGER pa_case_work_withdrawn AFTER DELETE ON pa_case FOR EACH ROW EXECUTE FUNCTION withdraw_work_item();

-- Discrepancies: open until somebody says which method is right. An INSERT … ON CONFLICT that ends as an update makes no item.
CREATE FUNCTION open_discrepancy_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM benefit_contradiction WHERE verification_id = NEW.verification_id AND field = NEW.field) THEN
        NEW.work_item_id := open_work_item('discrepancy', NEW.id, coalesce(NEW.kept::text, 'open'), 'medium', NEW.patient_id, NEW.created_at,
            NEW.kept IS NOT NULL);
    END IF;
    RETURN NEW;
END
$$;
CREATE FUNCTION keep_discrepancy_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(NEW.work_item_id, coalesce(NEW.kept::text, 'open'), 'medium', NEW.patient_id, NEW.kept IS NOT NULL,
        concat_ws(', ', CASE WHEN OLD.api_value <> NEW.api_value THEN 'apiValue' END,
            CASE WHEN OLD.voice_value <> NEW.voice_value THEN 'voiceValue' END,
            CASE WHEN OLD.quote <> NEW.quote THEN 'quote' END),
        NEW.resolved_at IS NOT NULL AND OLD.resolved_at IS DISTINCT FROM NEW.resolved_at);
    RETURN NULL;
END
$$;
CREATE TRIGGER discrepancy_work_opened BEFORE INSERT ON benefit_contradiction FOR EACH ROW EXECUTE FUNCTION open_discrepancy_work();
CREATE TRIGGER discrepancy_work_kept AFTER UPDATE ON benefit_contradiction FOR EACH ROW EXECUTE FUNCTION keep_discrepancy_work();
CREATE TRIGGER discrepancy_work_withdrawn AFTER DELETE ON benefit_contradiction FOR EACH ROW EXECUTE FUNCTION withdraw_work_item();

-- Function invocations that were rejected or failed: open until somebody has looked. An adverse event may be behind a rejected flag.
CREATE FUNCTION open_invocation_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.work_item_id := open_work_item('rejected_invocation', NEW.id,
        CASE WHEN NEW.reviewed_at IS NULL THEN NEW.outcome::text ELSE 'reviewed' END,
        (CASE WHEN NEW.function_name = 'flag_adverse_event' THEN 'urgent' ELSE 'medium' END)::priority,
        NEW.patient_id, NEW.created_at, NEW.reviewed_at IS NOT NULL);
    RETURN NEW;
END
$$;
CREATE FUNCTION keep_invocation_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(NEW.work_item_id, CASE WHEN NEW.reviewed_at IS NULL THEN NEW.outcome::text ELSE 'reviewed' END,
        (CASE WHEN NEW.function_name = 'flag_adverse_event' THEN 'urgent' ELSE 'medium' END)::priority,
        NEW.patient_id, NEW.reviewed_at IS NOT NULL, '', OLD.reviewed_at IS DISTINCT FROM NEW.reviewed_at);
    RETURN NULL;
END
$$;
CREATE TRIGGER invocation_work_opened BEFORE INSERT ON function_invocation FOR EACH ROW WHEN (NEW.outcome IN ('rejected', 'failed'))
    EXECUTE FUNCTION open_invocation_work();
CREATE TRIGGER invocation_work_kept AFTER UPDATE ON function_invocation FOR EACH ROW WHEN (NEW.work_item_id IS NOT NULL)
    EXECUTE FUNCTION keep_invocation_work();
CREATE TRIGGER invocation_work_withdrawn AFTER DELETE ON function_invocation FOR EACH ROW WHEN (OLD.work_item_id IS NOT NULL)
    EXECUTE FUNCTION withdraw_work_item();
