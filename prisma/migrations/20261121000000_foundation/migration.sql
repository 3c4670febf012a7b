CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS vector;

CREATE TYPE patient_status AS ENUM ('active', 'inactive');
CREATE TYPE pa_status AS ENUM ('pending', 'approved', 'denied');

CREATE TABLE patient (
    id SERIAL PRIMARY KEY,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    date_of_birth DATE NOT NULL,
    phone TEXT NOT NULL,
    email TEXT,
    mrn TEXT NOT NULL,
    payer_id TEXT,
    member_id TEXT,
    group_number TEXT,
    address_line1 TEXT,
    city TEXT,
    state TEXT,
    zip_code TEXT,
    status patient_status NOT NULL DEFAULT 'active',
    has_adverse_events BOOLEAN NOT NULL DEFAULT false,
    avg_satisfaction_score DOUBLE PRECISION,
    total_conversations INTEGER NOT NULL DEFAULT 0,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- A word of a search has no white space, so it cannot match across two of these fields.
    search_text TEXT NOT NULL GENERATED ALWAYS AS (
        lower(first_name || ' ' || last_name || ' ' || phone || ' ' || coalesce(email, '') || ' ' || mrn || ' ' || coalesce(member_id, ''))
    ) STORED,
    CONSTRAINT patient_satisfaction_range CHECK (avg_satisfaction_score BETWEEN 1 AND 5)
);
CREATE UNIQUE INDEX patient_mrn_key ON patient (mrn);
CREATE INDEX patient_created_at_id_idx ON patient (created_at DESC, id DESC);
CREATE INDEX patient_status_created_at_id_idx ON patient (status, created_at DESC, id DESC);
CREATE INDEX patient_payer_id_created_at_id_idx ON patient (payer_id, created_at DESC, id DESC);
CREATE INDEX patient_has_adverse_events_created_at_id_idx ON patient (has_adverse_events, created_at DESC, id DESC);
CREATE INDEX patient_avg_satisfaction_score_idx ON patient (avg_satisfaction_score);
CREATE INDEX patient_search_text_idx ON patient USING gin (search_text gin_trgm_ops);

CREATE TABLE medication_record (
    id SERIAL PRIMARY KEY,
    patient_id INTEGER NOT NULL REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    medication_name TEXT NOT NULL,
    ndc_code TEXT,
    is_prescribed BOOLEAN NOT NULL DEFAULT false,
    prescribed_date DATE,
    prescriber_name TEXT,
    prescriber_npi TEXT,
    pa_required BOOLEAN NOT NULL DEFAULT false,
    pa_status pa_status,
    step_therapy_required BOOLEAN NOT NULL DEFAULT false,
    step_therapy_completed BOOLEAN NOT NULL DEFAULT false,
    step_therapy_drugs TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    first_mentioned_at TIMESTAMPTZ(3),
    conversation_ids INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX medication_record_patient_id_created_at_id_idx ON medication_record (patient_id, created_at, id);

CREATE TABLE api_key (
    id SERIAL PRIMARY KEY,
    name TEXT NOT NULL,
    key_hash TEXT NOT NULL,
    scopes TEXT[] NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    created_by TEXT NOT NULL,
    expires_at TIMESTAMPTZ(3),
    revoked_at TIMESTAMPTZ(3),
    last_used_at TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX api_key_key_hash_key ON api_key (key_hash);

CREATE TABLE audit_event (
    id BIGSERIAL PRIMARY KEY,
    occurred_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    actor TEXT NOT NULL,
    surface TEXT NOT NULL,
    request_id TEXT NOT NULL,
    action TEXT NOT NULL,
    patient_ids INTEGER[] NOT NULL,
    fields TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[]
);
CREATE INDEX audit_event_occurred_at_id_idx ON audit_event (occurred_at DESC, id DESC);
CREATE INDEX audit_event_patient_ids_idx ON audit_event USING gin (patient_ids);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE idempotency_record (
    caller TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    response JSON,
    expires_at TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT idempotency_record_pkey PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_record_expires_at_idx ON idempotency_record (expires_at);
