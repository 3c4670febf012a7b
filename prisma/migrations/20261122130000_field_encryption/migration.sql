-- The keys that seal texts (FIELD_ENCRYPTION_KEY), by id. Never the keys themselves.
CREATE TABLE field_key (
    id TEXT PRIMARY KEY,
    sealed_secret TEXT NOT NULL,
    first_used_at TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);

-- How far the job that seals older values with the newest key has come.
CREATE TABLE field_reseal (
    column_name TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    next_block INTEGER NOT NULL DEFAULT 0,
    rows_to_go INTEGER,
    settled BOOLEAN NOT NULL DEFAULT false
);

-- From now on `enc:` begins stored forms only: text that somebody wrote so is marked as plain.
UPDATE utterance SET text = 'enc:v0:' || text WHERE text LIKE 'enc:%';
UPDATE call_transcript SET transcript = 'enc:v0:' || transcript WHERE transcript LIKE 'enc:%';
UPDATE chat_message SET content = 'enc:v0:' || content WHERE content LIKE 'enc:%';
UPDATE chat_feedback SET comment = 'enc:v0:' || comment WHERE comment LIKE 'enc:%';
