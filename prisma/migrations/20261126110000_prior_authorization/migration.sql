-- The course of a prior authorization: what was submitted and how, what the payer decided, and what its answer leaves to do.
CREATE TYPE pa_channel AS ENUM ('portal', 'electronic', 'fax', 'telephone', 'mail');
CREATE TYPE pa_awaited AS ENUM ('appeal', 'renewal', 'settled');

ALTER TABLE pa_case
    ADD COLUMN urgent BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN channel pa_channel,
    ADD COLUMN diagnosis_codes TEXT[] NOT NULL DEFAULT '{}',
    ADD COLUMN quantity TEXT,
    ADD COLUMN denial_reason TEXT,
    ADD COLUMN appeal_due_on DATE,
    ADD COLUMN approved_from DATE,
    ADD COLUMN approved_to DATE,
    ADD COLUMN awaits pa_awaited,
    ADD CONSTRAINT pa_case_approved_span CHECK (approved_to >= approved_from);

-- A payer's times, which staff fill in: empty where nobody did.
ALTER TABLE payer
    ADD COLUMN standard_hours INTEGER CHECK (standard_hours > 0),
    ADD COLUMN urgent_hours INTEGER CHECK (urgent_hours > 0),
    ADD COLUMN appeal_days INTEGER CHECK (appeal_days > 0),
    ADD COLUMN renewal_days INTEGER CHECK (renewal_days > 0);

-- Approvals that end, for the job that finds renewals.
CREATE INDEX pa_case_approved_to_idx ON pa_case (approved_to) WHERE status = 'approved' AND awaits IS NULL;

CREATE INDEX pa_case_reference_number_idx ON pa_case (reference_number);

-- A decided case waits for staff as long as an appeal or a renewal is to be made or ruled out.
CREATE OR REPLACE FUNCTION keep_pa_case_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(NEW.work_item_id, NEW.status::text, 'medium', NEW.patient_id,
        NEW.drug_key = '' OR (NEW.status NOT IN ('open', 'pending') AND coalesce(NEW.awaits = 'settled', true)),
        concat_ws(', ', CASE WHEN OLD.pa_required IS DISTINCT FROM NEW.pa_required THEN 'paRequired' END,
            CASE WHEN OLD.step_therapy_required IS DISTINCT FROM NEW.step_therapy_required THEN 'stepTherapyRequired' END,
            CASE WHEN OLD.step_therapy_drugs <> NEW.step_therapy_drugs THEN 'stepTherapyDrugs' END,
            CASE WHEN OLD.criteria <> NEW.criteria THEN 'criteria' END,
            CASE WHEN OLD.sources <> NEW.sources THEN 'sources' END,
            CASE WHEN OLD.reference_number IS DISTINCT FROM NEW.reference_number THEN 'referenceNumber' END,
            CASE WHEN OLD.urgent <> NEW.urgent THEN 'urgent' END,
            CASE WHEN OLD.channel IS DISTINCT FROM NEW.channel THEN 'channel' END,
            CASE WHEN OLD.diagnosis_codes <> NEW.diagnosis_codes THEN 'diagnosisCodes' END,
            CASE WHEN OLD.quantity IS DISTINCT FROM NEW.quantity THEN 'quantity' END,
            CASE WHEN OLD.denial_reason IS DISTINCT FROM NEW.denial_reason THEN 'denialReason' END,
            CASE WHEN OLD.appeal_due_on IS DISTINCT FROM NEW.appeal_due_on THEN 'appealDueOn' END,
            CASE WHEN OLD.approved_from IS DISTINCT FROM NEW.approved_from THEN 'approvedFrom' END,
            CASE WHEN OLD.approved_to IS DISTINCT FROM NEW.approved_to THEN 'approvedTo' END,
            CASE WHEN OLD.status = NEW.status AND OLD.awaits IS DISTINCT FROM NEW.awaits THEN 'awaits' END),
        false);
    RETURN NULL;
END
$$;

-- What happened before it was recorded keeps its own time: an UPDATE that sets one with the status.
CREATE OR REPLACE FUNCTION note_pa_case_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status = 'pending' THEN
        NEW.requested_at := CASE WHEN NEW.requested_at IS DISTINCT FROM OLD.requested_at THEN NEW.requested_at ELSE now() END;
        NEW.decided_at := NULL;
    ELSIF NEW.status IN ('approved', 'denied') THEN
        NEW.decided_at := CASE WHEN NEW.decided_at IS DISTINCT FROM OLD.decided_at THEN NEW.decided_at ELSE now() END;
    ELSE
        NEW.requested_at := NULL;
        NEW.decided_at := NULL;
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION announce_pa_case() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM announce('pa_case.changed', 'pa_case', NEW.id, NEW.patient_id, jsonb_build_object(
        'status', NEW.status, 'payer_id', NEW.payer_id, 'pa_required', NEW.pa_required, 'awaits', NEW.awaits));
    RETURN NULL;
END $$;
DROP TRIGGER pa_case_change_announced ON pa_case;
CREATE TRIGGER pa_case_change_announced AFTER UPDATE ON pa_case FOR EACH ROW
    WHEN ((OLD.status, OLD.pa_required, OLD.step_therapy_required, OLD.excluded, OLD.criteria, OLD.reference_number, OLD.awaits, OLD.approved_to)
        IS DISTINCT FROM (NEW.status, NEW.pa_required, NEW.step_therapy_required, NEW.excluded, NEW.criteria, NEW.reference_number, NEW.awaits,
            NEW.approved_to))
    EXECUTE FUNCTION announce_pa_case();
