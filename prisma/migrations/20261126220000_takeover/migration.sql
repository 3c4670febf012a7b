-- Staff who write into a visitor's conversation themselves.
CREATE TABLE chat_takeover (
    session_id INTEGER PRIMARY KEY REFERENCES chat_session (id) ON DELETE CASCADE,
    actor TEXT NOT NULL,
    shown_as TEXT NOT NULL,
    started_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    attended_until TIMESTAMPTZ(3) NOT NULL,
    writing_until TIMESTAMPTZ(3),
    last_said_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
ALTER TABLE chat_message ADD COLUMN written_by TEXT, ADD COLUMN written_as TEXT;
ALTER TABLE chat_session ADD COLUMN person_asked_at TIMESTAMPTZ(3);
CREATE INDEX chat_session_person_asked_at_id_idx ON chat_session (person_asked_at DESC, id DESC) WHERE person_asked_at IS NOT NULL;
