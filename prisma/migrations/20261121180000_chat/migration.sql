-- The chat of the widget: clients, conversations, messages, feedback.

ALTER TYPE adverse_event_source ADD VALUE 'chat';
CREATE TYPE chat_role AS ENUM ('user', 'assistant');
CREATE TYPE chat_message_state AS ENUM ('streaming', 'complete', 'stopped', 'failed');

CREATE TABLE widget_client (
    id SERIAL PRIMARY KEY,
    name TEXT NOT NULL,
    welcome_message TEXT NOT NULL DEFAULT 'Hi! Ask me about your medicine, its side effects or the support program. In an emergency, call 911.',
    placeholder_text TEXT NOT NULL DEFAULT 'Ask a question',
    primary_color TEXT NOT NULL DEFAULT '#1f6feb' CHECK (primary_color ~ '^#[0-9a-f]{6}$'),
    allowed_origins TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    support_name TEXT,
    support_phone TEXT,
    support_email TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    archived_at TIMESTAMPTZ(3)
);
-- The first client: the keys of WIDGET_API_KEY are its.
INSERT INTO widget_client (name) VALUES ('Care Outreach');

ALTER TABLE api_key ADD COLUMN widget_client_id INTEGER REFERENCES widget_client (id) ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE chat_session (
    id SERIAL PRIMARY KEY,
    widget_client_id INTEGER NOT NULL REFERENCES widget_client (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    token_hash TEXT NOT NULL,
    page_url TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    last_message_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX chat_session_token_hash_key ON chat_session (token_hash);
CREATE INDEX chat_session_last_message_at_id_idx ON chat_session (last_message_at DESC, id DESC);
CREATE INDEX chat_session_widget_client_id_last_message_at_id_idx ON chat_session (widget_client_id, last_message_at DESC, id DESC);

CREATE TABLE chat_message (
    id SERIAL PRIMARY KEY,
    session_id INTEGER NOT NULL REFERENCES chat_session (id) ON DELETE CASCADE ON UPDATE CASCADE,
    role chat_role NOT NULL,
    reply_to_id INTEGER UNIQUE REFERENCES chat_message (id) ON DELETE CASCADE ON UPDATE CASCADE,
    content TEXT NOT NULL DEFAULT '',
    state chat_message_state NOT NULL DEFAULT 'complete',
    attempt INTEGER NOT NULL DEFAULT 0,
    query_type TEXT,
    resources JSONB NOT NULL DEFAULT '[]',
    answered_by TEXT,
    answered BOOLEAN,
    first_token_ms REAL,
    latency_ms REAL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX chat_message_session_id_id_idx ON chat_message (session_id, id);
CREATE INDEX chat_message_created_at_id_idx ON chat_message (created_at DESC, id DESC);
CREATE INDEX chat_message_query_type_session_id_idx ON chat_message (query_type, session_id);
-- What is being answered: a process that dies leaves it to others to end.
CREATE INDEX chat_message_streaming_idx ON chat_message (updated_at) WHERE state = 'streaming';
-- What the library lacks.
CREATE INDEX chat_message_unanswered_idx ON chat_message (created_at DESC, id DESC) WHERE answered = false;

CREATE TABLE chat_feedback (
    message_id INTEGER PRIMARY KEY REFERENCES chat_message (id) ON DELETE CASCADE ON UPDATE CASCADE,
    helpful BOOLEAN NOT NULL,
    comment TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX chat_feedback_created_at_idx ON chat_feedback (created_at DESC);

ALTER TABLE adverse_event ADD COLUMN chat_message_id INTEGER;
