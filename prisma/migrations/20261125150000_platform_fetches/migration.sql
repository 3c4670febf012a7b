-- Reports that never came are fetched from the platform.
ALTER TABLE platform_connection ADD COLUMN api_key TEXT NOT NULL DEFAULT '';

CREATE TABLE platform_fetch (
    connection_id INTEGER NOT NULL REFERENCES platform_connection (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    call_id TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    next_at TIMESTAMPTZ(3) NOT NULL,
    recovered_at TIMESTAMPTZ(3),
    PRIMARY KEY (connection_id, call_id)
);
