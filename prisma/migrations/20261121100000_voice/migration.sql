CREATE TYPE call_direction AS ENUM ('inbound', 'outbound');
CREATE TYPE call_status AS ENUM ('in_progress', 'completed', 'failed', 'no_answer');
CREATE TYPE analysis_status AS ENUM ('not_started', 'pending', 'completed', 'skipped');
CREATE TYPE invocation_outcome AS ENUM ('succeeded', 'identity_required', 'incomplete', 'rejected', 'failed', 'repeated');
CREATE TYPE adverse_event_source AS ENUM ('agent', 'analysis');
CREATE TYPE review_state AS ENUM ('open', 'in_review', 'confirmed', 'dismissed');
CREATE TYPE priority AS ENUM ('low', 'medium', 'high', 'urgent');
CREATE TYPE follow_up_status AS ENUM ('pending', 'in_progress', 'completed', 'cancelled');
CREATE TYPE callback_status AS ENUM ('requested', 'completed', 'cancelled');
CREATE TYPE email_status AS ENUM ('queued', 'sent', 'failed', 'held');

CREATE SEQUENCE adverse_event_case;
-- lpad would cut a number of more than six digits short.
CREATE FUNCTION next_case_number() RETURNS TEXT LANGUAGE plpgsql AS $$
DECLARE
    number TEXT := nextval('adverse_event_case')::text;
BEGIN
    RETURN 'AE-' || to_char(now() AT TIME ZONE 'UTC', 'YYYY') || '-' || lpad(number, greatest(6, length(number)), '0');
END
$$;

CREATE TABLE voice_call (
    id SERIAL PRIMARY KEY,
    call_id TEXT NOT NULL,
    phone_number TEXT,
    direction call_direction NOT NULL DEFAULT 'inbound',
    status call_status NOT NULL DEFAULT 'in_progress',
    provider_status TEXT,
    duration_seconds INTEGER,
    patient_id INTEGER REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    agent_type TEXT NOT NULL DEFAULT 'patient',
    call_type TEXT NOT NULL DEFAULT 'patient',
    verified BOOLEAN NOT NULL DEFAULT false,
    verified_patient_ids INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    failed_lookups INTEGER NOT NULL DEFAULT 0,
    topics_discussed TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    medications_discussed TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    jcodes_discussed JSONB NOT NULL DEFAULT '{}',
    call_outcome TEXT,
    patient_satisfaction_score SMALLINT,
    callback_requested BOOLEAN NOT NULL DEFAULT false,
    summary_overview TEXT,
    summary_patient_concern TEXT,
    summary_resolution TEXT,
    key_findings TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    analysis_status analysis_status NOT NULL DEFAULT 'not_started',
    analysed_by TEXT,
    analysis_revision INTEGER NOT NULL DEFAULT 0,
    audio_url TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    completed_at TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX voice_call_call_id_key ON voice_call (call_id);
CREATE INDEX voice_call_created_at_id_idx ON voice_call (created_at DESC, id DESC);
CREATE INDEX voice_call_patient_id_created_at_id_idx ON voice_call (patient_id, created_at DESC, id DESC);
CREATE INDEX voice_call_status_created_at_id_idx ON voice_call (status, created_at DESC, id DESC);
CREATE INDEX voice_call_call_type_created_at_id_idx ON voice_call (call_type, created_at DESC, id DESC);

CREATE TABLE call_transcript (
    voice_call_id INTEGER PRIMARY KEY REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    transcript TEXT NOT NULL,
    received_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE utterance (
    id SERIAL PRIMARY KEY,
    voice_call_id INTEGER NOT NULL REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    speaker TEXT NOT NULL,
    text TEXT NOT NULL,
    spoken_at TIMESTAMPTZ(3) NOT NULL,
    fingerprint TEXT NOT NULL,
    topics TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    medications TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    jcodes JSONB NOT NULL DEFAULT '{}',
    emotional_state TEXT NOT NULL,
    sentiment_score REAL NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX utterance_voice_call_id_fingerprint_key ON utterance (voice_call_id, fingerprint);
CREATE INDEX utterance_voice_call_id_spoken_at_id_idx ON utterance (voice_call_id, spoken_at, id);

CREATE TABLE function_invocation (
    id SERIAL PRIMARY KEY,
    voice_call_id INTEGER REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    patient_id INTEGER,
    function_name TEXT NOT NULL,
    parameters JSONB NOT NULL,
    fingerprint TEXT NOT NULL,
    outcome invocation_outcome NOT NULL,
    result JSONB,
    error TEXT,
    duration_ms REAL NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    reviewed_at TIMESTAMPTZ(3),
    reviewed_by TEXT
);
CREATE INDEX function_invocation_repetition_idx ON function_invocation (voice_call_id, function_name, fingerprint);
CREATE INDEX function_invocation_created_at_id_idx ON function_invocation (created_at DESC, id DESC);

CREATE TABLE adverse_event (
    id SERIAL PRIMARY KEY,
    case_number TEXT NOT NULL DEFAULT next_case_number(),
    voice_call_id INTEGER REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    patient_id INTEGER REFERENCES patient (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    claimed_patient TEXT,
    caller_verified BOOLEAN NOT NULL,
    source adverse_event_source NOT NULL,
    event_description TEXT NOT NULL,
    severity TEXT,
    medication_name TEXT,
    symptoms TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    review_state review_state NOT NULL DEFAULT 'open',
    reviewed_by TEXT,
    review_note TEXT,
    reviewed_at TIMESTAMPTZ(3),
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX adverse_event_case_number_key ON adverse_event (case_number);
CREATE INDEX adverse_event_created_at_id_idx ON adverse_event (created_at DESC, id DESC);
CREATE INDEX adverse_event_review_state_created_at_id_idx ON adverse_event (review_state, created_at DESC, id DESC);
CREATE INDEX adverse_event_patient_id_idx ON adverse_event (patient_id);
CREATE INDEX adverse_event_voice_call_id_idx ON adverse_event (voice_call_id);

CREATE TABLE follow_up_action (
    id SERIAL PRIMARY KEY,
    voice_call_id INTEGER REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    patient_id INTEGER,
    adverse_event_id INTEGER REFERENCES adverse_event (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    action TEXT NOT NULL,
    priority priority NOT NULL,
    status follow_up_status NOT NULL DEFAULT 'pending',
    assigned_to TEXT,
    closed_by TEXT,
    closed_at TIMESTAMPTZ(3),
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX follow_up_action_status_created_at_id_idx ON follow_up_action (status, created_at DESC, id DESC);
CREATE INDEX follow_up_action_voice_call_id_id_idx ON follow_up_action (voice_call_id, id);
CREATE INDEX follow_up_action_patient_id_idx ON follow_up_action (patient_id);
CREATE INDEX follow_up_action_adverse_event_id_idx ON follow_up_action (adverse_event_id);

CREATE TABLE callback_request (
    id SERIAL PRIMARY KEY,
    voice_call_id INTEGER NOT NULL REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    patient_id INTEGER,
    claimed_patient_id INTEGER,
    phone_number TEXT,
    preferred_time TEXT,
    reason TEXT,
    status callback_status NOT NULL DEFAULT 'requested',
    closed_by TEXT,
    closed_at TIMESTAMPTZ(3),
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX callback_request_status_created_at_id_idx ON callback_request (status, created_at DESC, id DESC);
CREATE INDEX callback_request_voice_call_id_idx ON callback_request (voice_call_id);
CREATE INDEX callback_request_patient_id_idx ON callback_request (patient_id);

CREATE TABLE follow_up_email (
    id SERIAL PRIMARY KEY,
    voice_call_id INTEGER NOT NULL REFERENCES voice_call (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    patient_id INTEGER NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    status email_status NOT NULL DEFAULT 'queued',
    attempts INTEGER NOT NULL DEFAULT 0,
    sent_at TIMESTAMPTZ(3),
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX follow_up_email_status_created_at_id_idx ON follow_up_email (status, created_at DESC, id DESC);
CREATE INDEX follow_up_email_voice_call_id_idx ON follow_up_email (voice_call_id);
CREATE INDEX follow_up_email_patient_id_idx ON follow_up_email (patient_id);

ALTER TABLE voice_call ADD CONSTRAINT voice_call_satisfaction_range CHECK (patient_satisfaction_score BETWEEN 1 AND 5);
ALTER TABLE adverse_event ADD CONSTRAINT adverse_event_severity
    CHECK (severity IN ('mild', 'moderate', 'severe', 'life-threatening'));

-- What waits for staff: failed invocations, calls that want to be called back.
CREATE INDEX function_invocation_unreviewed_idx ON function_invocation (created_at DESC, id DESC)
    WHERE outcome IN ('rejected', 'failed') AND reviewed_at IS NULL;
CREATE INDEX voice_call_pending_idx ON voice_call (updated_at) WHERE analysis_status = 'pending';
CREATE INDEX voice_call_callback_requested_idx ON voice_call (created_at DESC, id DESC) WHERE callback_requested;

-- A caller is looked up by date of birth and member ID (memberIdKey in src/domain/voice/identity).
CREATE INDEX patient_identity_idx ON patient (date_of_birth, upper(regexp_replace(member_id, '[^A-Za-z0-9]', '', 'g')));
