-- Benefits verification and prior authorization: payers, verifications, cases, the policy library.

CREATE TYPE pa_case_status AS ENUM ('open', 'not_required', 'pending', 'approved', 'denied');
CREATE TYPE verification_status AS ENUM ('PENDING', 'IN_PROGRESS', 'VERIFIED', 'PARTIAL', 'FAILED');
CREATE TYPE verification_trigger AS ENUM ('patient_created', 'insurance_changed', 'requested', 'agent', 'payer_call');
CREATE TYPE benefits_method AS ENUM ('api', 'voice');
CREATE TYPE method_status AS ENUM ('not_started', 'in_progress', 'completed', 'failed');
CREATE TYPE verification_event_kind AS ENUM ('requested', 'started', 'payer_answered', 'payer_rejected', 'payer_unavailable',
    'voice_read', 'voice_withdrawn', 'contradiction_found', 'contradiction_resolved', 'settled');

CREATE TABLE payer (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    aliases TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    trading_partner_id TEXT
);

CREATE TABLE sandbox_plan (
    payer_id TEXT NOT NULL,
    name TEXT NOT NULL,
    plan JSONB NOT NULL,
    CONSTRAINT sandbox_plan_pkey PRIMARY KEY (payer_id, name)
);

CREATE TABLE pa_case (
    id SERIAL PRIMARY KEY,
    patient_id INTEGER NOT NULL REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    payer_id TEXT NOT NULL,
    drug_key TEXT NOT NULL DEFAULT '',
    medication_name TEXT,
    medication_record_id INTEGER REFERENCES medication_record (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    status pa_case_status NOT NULL DEFAULT 'open',
    pa_required BOOLEAN,
    step_therapy_required BOOLEAN,
    step_therapy_drugs TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    criteria TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    sources JSONB NOT NULL DEFAULT '[]',
    reference_number TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX pa_case_patient_id_payer_id_drug_key_key ON pa_case (patient_id, payer_id, drug_key);
CREATE INDEX pa_case_created_at_id_idx ON pa_case (created_at DESC, id DESC);
CREATE INDEX pa_case_status_created_at_id_idx ON pa_case (status, created_at DESC, id DESC);
CREATE INDEX pa_case_medication_record_id_idx ON pa_case (medication_record_id);

CREATE TABLE pa_case_event (
    id SERIAL PRIMARY KEY,
    pa_case_id INTEGER NOT NULL REFERENCES pa_case (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    from_status pa_case_status,
    to_status pa_case_status NOT NULL,
    by TEXT NOT NULL,
    note TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX pa_case_event_pa_case_id_id_idx ON pa_case_event (pa_case_id, id);

CREATE TABLE benefits_verification (
    id SERIAL PRIMARY KEY,
    patient_id INTEGER NOT NULL REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    pa_case_id INTEGER NOT NULL REFERENCES pa_case (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    payer_id TEXT NOT NULL,
    member_id TEXT NOT NULL,
    trigger verification_trigger NOT NULL,
    status verification_status NOT NULL DEFAULT 'PENDING',
    benefits JSONB NOT NULL DEFAULT '{}',
    field_sources JSONB NOT NULL DEFAULT '{}',
    plan_name TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    requested_by TEXT NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    completed_at TIMESTAMPTZ(3)
);
CREATE INDEX benefits_verification_patient_id_created_at_id_idx ON benefits_verification (patient_id, created_at DESC, id DESC);
CREATE INDEX benefits_verification_status_created_at_id_idx ON benefits_verification (status, created_at DESC, id DESC);
CREATE INDEX benefits_verification_created_at_id_idx ON benefits_verification (created_at DESC, id DESC);
CREATE INDEX benefits_verification_pa_case_id_idx ON benefits_verification (pa_case_id);
-- What is under way: looked for when a job may have got lost.
CREATE INDEX benefits_verification_running_idx ON benefits_verification (updated_at) WHERE status IN ('PENDING', 'IN_PROGRESS');

CREATE TABLE verification_method (
    verification_id INTEGER NOT NULL REFERENCES benefits_verification (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    method benefits_method NOT NULL,
    status method_status NOT NULL,
    success BOOLEAN NOT NULL DEFAULT false,
    duration_seconds DOUBLE PRECISION NOT NULL DEFAULT 0,
    benefits JSONB NOT NULL DEFAULT '{}',
    driver TEXT,
    answer JSONB,
    rejections JSONB NOT NULL DEFAULT '[]',
    notes TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    authorizations JSONB NOT NULL DEFAULT '[]',
    voice_call_id INTEGER,
    updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT verification_method_pkey PRIMARY KEY (verification_id, method)
);

ALTER TABLE voice_call ADD COLUMN insurance_payer_id TEXT, ADD COLUMN insurance_member_id TEXT;

CREATE TABLE told_benefits (
    voice_call_id INTEGER PRIMARY KEY REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    patient_id INTEGER NOT NULL,
    payer_id TEXT NOT NULL,
    member_id TEXT NOT NULL,
    told_at TIMESTAMPTZ(3) NOT NULL,
    duration_seconds DOUBLE PRECISION NOT NULL DEFAULT 0,
    benefits JSONB NOT NULL,
    quotes JSONB NOT NULL
);
CREATE INDEX told_benefits_patient_id_told_at_idx ON told_benefits (patient_id, told_at);

CREATE TABLE verification_event (
    id SERIAL PRIMARY KEY,
    verification_id INTEGER NOT NULL REFERENCES benefits_verification (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    kind verification_event_kind NOT NULL,
    detail TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX verification_event_verification_id_id_idx ON verification_event (verification_id, id);

CREATE TABLE benefit_contradiction (
    id SERIAL PRIMARY KEY,
    verification_id INTEGER NOT NULL REFERENCES benefits_verification (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    patient_id INTEGER NOT NULL,
    voice_call_id INTEGER NOT NULL,
    field TEXT NOT NULL,
    api_value JSONB NOT NULL,
    voice_value JSONB NOT NULL,
    quote TEXT NOT NULL,
    kept benefits_method,
    resolved_by TEXT,
    resolved_at TIMESTAMPTZ(3),
    note TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX benefit_contradiction_verification_id_field_key ON benefit_contradiction (verification_id, field);
CREATE INDEX benefit_contradiction_created_at_id_idx ON benefit_contradiction (created_at DESC, id DESC);
CREATE INDEX benefit_contradiction_patient_id_idx ON benefit_contradiction (patient_id);
-- What waits for staff.
CREATE INDEX benefit_contradiction_open_idx ON benefit_contradiction (created_at DESC, id DESC) WHERE kept IS NULL;

CREATE TABLE policy_document (
    id SERIAL PRIMARY KEY,
    name TEXT NOT NULL,
    payer_id TEXT NOT NULL,
    title TEXT,
    url TEXT,
    effective_date DATE,
    sample BOOLEAN NOT NULL DEFAULT false,
    state source_state NOT NULL DEFAULT 'queued',
    error TEXT,
    content_hash TEXT,
    revision INTEGER NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX policy_document_name_key ON policy_document (name);
CREATE INDEX policy_document_payer_id_id_idx ON policy_document (payer_id, id);

CREATE TABLE policy_content (
    document_id INTEGER PRIMARY KEY REFERENCES policy_document (id) ON DELETE CASCADE ON UPDATE CASCADE,
    bytes BYTEA NOT NULL,
    media_type TEXT,
    metadata JSONB NOT NULL
);

CREATE TABLE policy_section (
    id SERIAL PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES policy_document (id) ON DELETE CASCADE ON UPDATE CASCADE,
    position INTEGER NOT NULL,
    header TEXT,
    above TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    content TEXT NOT NULL,
    page INTEGER,
    drug_keys TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[]
);
CREATE UNIQUE INDEX policy_section_document_id_position_key ON policy_section (document_id, position);

CREATE TABLE policy_vector (
    section_id INTEGER NOT NULL REFERENCES policy_section (id) ON DELETE CASCADE ON UPDATE CASCADE,
    model TEXT NOT NULL,
    position SMALLINT NOT NULL,
    embedding HALFVEC NOT NULL,
    CONSTRAINT policy_vector_pkey PRIMARY KEY (section_id, model, position)
);
ALTER TABLE policy_vector ALTER COLUMN embedding SET STORAGE EXTERNAL;

CREATE TABLE policy_rule (
    id SERIAL PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES policy_document (id) ON DELETE CASCADE ON UPDATE CASCADE,
    drug_key TEXT NOT NULL,
    product TEXT,
    name TEXT,
    pa_required BOOLEAN,
    step_therapy_required BOOLEAN,
    step_therapy_drugs TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    criteria TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    evidence JSONB NOT NULL DEFAULT '[]'
);
CREATE INDEX policy_rule_drug_key_idx ON policy_rule (drug_key);
CREATE INDEX policy_rule_document_id_idx ON policy_rule (document_id);
