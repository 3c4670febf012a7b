-- Accounts at voice platforms, and the inbox of what they send.
CREATE TYPE platform_message_state AS ENUM ('received', 'read', 'ignored', 'failed');

CREATE TABLE platform_connection (
    id SERIAL PRIMARY KEY,
    provider TEXT NOT NULL,
    name TEXT NOT NULL,
    secret TEXT NOT NULL,
    previous_secret TEXT NOT NULL DEFAULT '',
    active BOOLEAN NOT NULL DEFAULT true,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    created_by TEXT NOT NULL,
    last_heard_at TIMESTAMPTZ(3),
    last_error TEXT,
    last_error_at TIMESTAMPTZ(3)
);

CREATE TABLE platform_message (
    id SERIAL PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES platform_connection (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    call_id TEXT,
    body TEXT NOT NULL,
    state platform_message_state NOT NULL DEFAULT 'received',
    error TEXT,
    received_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    read_at TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX platform_message_connection_id_key_key ON platform_message (connection_id, key);
CREATE INDEX platform_message_call_id_idx ON platform_message (call_id);
CREATE INDEX platform_message_received_at_id_idx ON platform_message (received_at DESC, id DESC);
CREATE INDEX platform_message_state_received_at_id_idx ON platform_message (state, received_at DESC, id DESC);
