-- What a language model read of a call to a payer, beside what rules read; where only it has a value, or another, staff decide.
ALTER TYPE benefits_method ADD VALUE 'model';
ALTER TABLE told_benefits
    ADD COLUMN model_benefits JSONB NOT NULL DEFAULT '{}',
    ADD COLUMN model_quotes JSONB NOT NULL DEFAULT '{}';
ALTER TABLE verification_method ADD COLUMN confirmed TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE benefit_contradiction
    ADD COLUMN model_value JSONB NOT NULL DEFAULT 'null',
    ADD COLUMN model_quote TEXT NOT NULL DEFAULT '';

CREATE OR REPLACE FUNCTION keep_discrepancy_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_work_item(NEW.work_item_id, coalesce(NEW.kept::text, 'open'), 'medium', NEW.patient_id, NEW.kept IS NOT NULL,
        concat_ws(', ', CASE WHEN OLD.api_value <> NEW.api_value THEN 'apiValue' END,
            CASE WHEN OLD.voice_value <> NEW.voice_value THEN 'voiceValue' END,
            CASE WHEN OLD.model_value <> NEW.model_value THEN 'modelValue' END,
            CASE WHEN OLD.quote <> NEW.quote THEN 'quote' END,
            CASE WHEN OLD.model_quote <> NEW.model_quote THEN 'modelQuote' END),
        NEW.resolved_at IS NOT NULL AND OLD.resolved_at IS DISTINCT FROM NEW.resolved_at);
    RETURN NULL;
END
$$;
