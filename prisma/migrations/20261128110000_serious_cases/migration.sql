-- As severity.ts says it: what meets a criterion of seriousness is urgent, whatever severity anybody named. Most words name none.
CREATE FUNCTION case_priority_of(severity TEXT, seriousness seriousness_criterion[]) RETURNS priority LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN seriousness <> '{}' THEN 'urgent'::priority ELSE work_priority_of(severity) END
$$;

CREATE OR REPLACE FUNCTION open_adverse_event_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.work_item_id := open_work_item('adverse_event', NEW.id, NEW.review_state::text, case_priority_of(NEW.severity, NEW.seriousness),
        NEW.patient_id, NEW.created_at, NEW.review_state IN ('confirmed', 'dismissed'));
    RETURN NEW;
END
$$;
CREATE OR REPLACE FUNCTION keep_adverse_event_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(NEW.work_item_id, NEW.review_state::text, case_priority_of(NEW.severity, NEW.seriousness),
        NEW.patient_id, NEW.review_state IN ('confirmed', 'dismissed'),
        concat_ws(', ', CASE WHEN OLD.event_description <> NEW.event_description THEN 'eventDescription' END,
            CASE WHEN OLD.severity IS DISTINCT FROM NEW.severity THEN 'severity' END,
            CASE WHEN OLD.medication_name IS DISTINCT FROM NEW.medication_name THEN 'medicationName' END,
            CASE WHEN OLD.symptoms <> NEW.symptoms THEN 'symptoms' END,
            CASE WHEN OLD.aware_at <> NEW.aware_at THEN 'awareAt' END,
            CASE WHEN (OLD.reporter, OLD.reporter_may_be_contacted, OLD.reporter_name, OLD.reporter_contact)
                IS DISTINCT FROM (NEW.reporter, NEW.reporter_may_be_contacted, NEW.reporter_name, NEW.reporter_contact) THEN 'reporter' END,
            CASE WHEN OLD.onset IS DISTINCT FROM NEW.onset THEN 'onset' END,
            CASE WHEN OLD.outcome IS DISTINCT FROM NEW.outcome THEN 'outcome' END,
            CASE WHEN OLD.dose IS DISTINCT FROM NEW.dose THEN 'dose' END,
            CASE WHEN OLD.route IS DISTINCT FROM NEW.route THEN 'route' END,
            CASE WHEN OLD.lot_number IS DISTINCT FROM NEW.lot_number THEN 'lotNumber' END,
            CASE WHEN OLD.ndc_code IS DISTINCT FROM NEW.ndc_code THEN 'ndcCode' END,
            CASE WHEN (OLD.therapy_start, OLD.therapy_end) IS DISTINCT FROM (NEW.therapy_start, NEW.therapy_end) THEN 'therapyDates' END,
            CASE WHEN OLD.indication IS DISTINCT FROM NEW.indication THEN 'indication' END,
            CASE WHEN OLD.concomitant_medications <> NEW.concomitant_medications THEN 'concomitantMedications' END),
        OLD.reviewed_at IS DISTINCT FROM NEW.reviewed_at);
    RETURN NULL;
END
$$;

-- What waits already.
UPDATE adverse_event SET review_state = review_state WHERE review_state IN ('open', 'in_review') AND seriousness <> '{}';
UPDATE follow_up_action SET priority = 'urgent' FROM adverse_event
WHERE adverse_event_id = adverse_event.id AND status IN ('pending', 'in_progress') AND priority <> 'urgent'
    AND review_state IN ('open', 'in_review') AND seriousness <> '{}';
