-- What a language model reads in a policy, beside what rules read: where they differ staff decide, all of a document as one work item.
CREATE TYPE policy_reading_field AS ENUM ('excluded', 'pa_required', 'step_therapy_required');
CREATE TYPE policy_reader AS ENUM ('local', 'model');

CREATE TABLE policy_reading (
    id SERIAL PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES policy_document (id) ON DELETE CASCADE ON UPDATE CASCADE,
    drug_key TEXT NOT NULL,
    -- Of one product, where there are several with the ingredient; else empty.
    product TEXT NOT NULL DEFAULT '',
    name TEXT NOT NULL,
    field policy_reading_field NOT NULL,
    local_value BOOLEAN,
    model_value BOOLEAN NOT NULL,
    section INTEGER NOT NULL,
    quote TEXT NOT NULL,
    kept policy_reader,
    resolved_by TEXT,
    resolved_at TIMESTAMPTZ(3),
    note TEXT
);
CREATE UNIQUE INDEX policy_reading_document_id_drug_key_product_field_key ON policy_reading (document_id, drug_key, product, field);
CREATE INDEX policy_reading_drug_key_idx ON policy_reading (drug_key) WHERE kept = 'model';

-- What a model has answered for parts of a document, until it has read all of them.
CREATE TABLE policy_part_reading (
    document_id INTEGER NOT NULL REFERENCES policy_document (id) ON DELETE CASCADE ON UPDATE CASCADE,
    content_hash TEXT NOT NULL,
    part INTEGER NOT NULL,
    readings JSONB NOT NULL,
    PRIMARY KEY (document_id, content_hash, part)
);

ALTER TYPE work_kind ADD VALUE 'policy_reading';
ALTER TABLE policy_document
    -- Of the content that a model has read.
    ADD COLUMN model_content_hash TEXT,
    -- Undecided differences, kept with each change of the readings.
    ADD COLUMN open_readings INTEGER NOT NULL DEFAULT 0,
    -- Goes up with each change and each decision of them.
    ADD COLUMN readings_version INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN work_item_id INTEGER UNIQUE REFERENCES work_item (id) ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE FUNCTION keep_policy_reading_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.work_item_id IS NULL THEN
        NEW.work_item_id := open_work_item('policy_reading', NEW.id, 'open', 'medium', NULL, now(), false);
    ELSE
        PERFORM keep_work_item(NEW.work_item_id, CASE WHEN NEW.open_readings > 0 THEN 'open' ELSE 'decided' END, 'medium', NULL,
            NEW.open_readings = 0, 'readings', false);
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER policy_reading_work_kept BEFORE UPDATE OF readings_version ON policy_document FOR EACH ROW
    WHEN (NEW.readings_version <> OLD.readings_version AND (NEW.open_readings > 0 OR NEW.work_item_id IS NOT NULL)) EXECUTE FUNCTION keep_policy_reading_work();
CREATE TRIGGER policy_reading_work_withdrawn AFTER DELETE ON policy_document FOR EACH ROW WHEN (OLD.work_item_id IS NOT NULL)
    EXECUTE FUNCTION withdraw_work_item();
