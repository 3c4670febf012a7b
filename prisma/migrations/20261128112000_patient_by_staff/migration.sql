-- Whose a case is may be no more than what an agent filled in: a report tells who that is once the conversation has verified it, or staff say so.
ALTER TABLE adverse_event ADD COLUMN patient_by_staff BOOLEAN NOT NULL DEFAULT false;
UPDATE adverse_event SET patient_by_staff = true WHERE patient_id IS NOT NULL AND (source = 'staff' OR review_state = 'confirmed'
    OR EXISTS (SELECT FROM work_event WHERE work_event.work_item_id = adverse_event.work_item_id AND kind = 'linked' AND actor <> 'service'
        AND to_value = patient_id::text));
CREATE OR REPLACE FUNCTION case_says_other(before adverse_event, after adverse_event) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
    SELECT (before.severity, before.seriousness, before.kinds, before.patient_id, before.event_description, before.medication_name, before.symptoms,
        before.aware_at, before.reporter, before.reporter_may_be_contacted, before.reporter_name, before.reporter_contact, before.onset, before.outcome,
        before.dose, before.route, before.lot_number, before.ndc_code, before.therapy_start, before.therapy_end, before.indication,
        before.concomitant_medications, before.caller_verified, before.patient_by_staff)
    IS DISTINCT FROM (after.severity, after.seriousness, after.kinds, after.patient_id, after.event_description, after.medication_name, after.symptoms,
        after.aware_at, after.reporter, after.reporter_may_be_contacted, after.reporter_name, after.reporter_contact, after.onset, after.outcome,
        after.dose, after.route, after.lot_number, after.ndc_code, after.therapy_start, after.therapy_end, after.indication,
        after.concomitant_medications, after.caller_verified, after.patient_by_staff)
$$;
