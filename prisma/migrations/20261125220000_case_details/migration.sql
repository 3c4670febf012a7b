-- What a safety report needs of a case and its patient (FDA 3500A, ICH E2B(R3); docs/safety-reporting.md). NULL is not known, never "no".
ALTER TYPE adverse_event_source ADD VALUE 'staff';
CREATE TYPE reporter_kind AS ENUM ('patient', 'caregiver', 'professional');
CREATE TYPE event_outcome AS ENUM ('recovered', 'recovering', 'not_recovered', 'recovered_with_sequelae', 'fatal', 'unknown');
CREATE TYPE sex AS ENUM ('female', 'male', 'other', 'unknown');

-- As much of a date as is known: a year, a month, a day.
CREATE DOMAIN known_date AS TEXT CHECK (VALUE ~ '^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$');

ALTER TABLE adverse_event
    -- When the service learnt of it, which starts the clock; created_at is when it was entered.
    ADD COLUMN aware_at TIMESTAMPTZ(3),
    ADD COLUMN reporter reporter_kind,
    ADD COLUMN reporter_may_be_contacted BOOLEAN,
    ADD COLUMN reporter_name TEXT,
    ADD COLUMN reporter_contact TEXT,
    ADD COLUMN onset known_date,
    ADD COLUMN outcome event_outcome,
    ADD COLUMN dose TEXT,
    ADD COLUMN route TEXT,
    ADD COLUMN lot_number TEXT,
    ADD COLUMN ndc_code TEXT,
    ADD COLUMN therapy_start known_date,
    ADD COLUMN therapy_end known_date,
    ADD COLUMN indication TEXT,
    ADD COLUMN concomitant_medications TEXT[] NOT NULL DEFAULT '{}',
    -- What was read out of words, with the words and their place: [{field, value, words, start, end, chatMessageId | utteranceId}].
    ADD COLUMN evidence JSONB NOT NULL DEFAULT '[]';
UPDATE adverse_event SET aware_at = created_at;
ALTER TABLE adverse_event ALTER COLUMN aware_at SET NOT NULL, ALTER COLUMN aware_at SET DEFAULT now();

ALTER TABLE patient
    -- As recorded; NULL where nobody recorded it.
    ADD COLUMN sex sex,
    -- An IANA name, such as America/Chicago.
    ADD COLUMN time_zone TEXT,
    -- A BCP 47 tag, such as es.
    ADD COLUMN language TEXT;

CREATE OR REPLACE FUNCTION keep_adverse_event_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(NEW.work_item_id, NEW.review_state::text, work_priority_of(NEW.severity), NEW.patient_id,
        NEW.review_state IN ('confirmed', 'dismissed'),
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

-- Whether a safety report of the case would say something else.
CREATE FUNCTION case_says_other(before adverse_event, after adverse_event) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
    SELECT (before.severity, before.seriousness, before.kinds, before.patient_id, before.event_description, before.medication_name, before.symptoms,
        before.aware_at, before.reporter, before.reporter_may_be_contacted, before.reporter_name, before.reporter_contact, before.onset, before.outcome,
        before.dose, before.route, before.lot_number, before.ndc_code, before.therapy_start, before.therapy_end, before.indication,
        before.concomitant_medications)
    IS DISTINCT FROM (after.severity, after.seriousness, after.kinds, after.patient_id, after.event_description, after.medication_name, after.symptoms,
        after.aware_at, after.reporter, after.reporter_may_be_contacted, after.reporter_name, after.reporter_contact, after.onset, after.outcome,
        after.dose, after.route, after.lot_number, after.ndc_code, after.therapy_start, after.therapy_end, after.indication,
        after.concomitant_medications)
$$;
DROP TRIGGER adverse_event_change_announced ON adverse_event;
CREATE TRIGGER adverse_event_change_announced AFTER UPDATE ON adverse_event FOR EACH ROW
    WHEN (OLD.review_state <> NEW.review_state OR case_says_other(OLD, NEW)) EXECUTE FUNCTION announce_adverse_event();

DROP TRIGGER patient_change_announced ON patient;
CREATE TRIGGER patient_change_announced AFTER UPDATE ON patient FOR EACH ROW
    WHEN ((OLD.first_name, OLD.last_name, OLD.date_of_birth, OLD.phone, OLD.email, OLD.mrn, OLD.payer_id, OLD.member_id, OLD.group_number,
            OLD.address_line1, OLD.city, OLD.state, OLD.zip_code, OLD.status, OLD.sex, OLD.time_zone, OLD.language)
        IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.date_of_birth, NEW.phone, NEW.email, NEW.mrn, NEW.payer_id, NEW.member_id, NEW.group_number,
            NEW.address_line1, NEW.city, NEW.state, NEW.zip_code, NEW.status, NEW.sex, NEW.time_zone, NEW.language))
    EXECUTE FUNCTION announce_patient();
