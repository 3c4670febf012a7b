-- A case that gathers the further reports of one visitor group, which reports more in an hour than staff can open one by one.
ALTER TABLE adverse_event ADD COLUMN gathers BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE gathered_report (
    id SERIAL PRIMARY KEY,
    adverse_event_id INTEGER NOT NULL REFERENCES adverse_event (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    chat_message_id INTEGER,
    event_description TEXT NOT NULL,
    severity TEXT,
    medication_name TEXT,
    symptoms TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX gathered_report_adverse_event_id_id_idx ON gathered_report (adverse_event_id, id);

-- How much a visitor group has reported within the hour that began with its first report; a row older than that is void.
CREATE TABLE report_group (
    visitor_group TEXT PRIMARY KEY,
    started_at TIMESTAMPTZ(3) NOT NULL,
    reports INTEGER NOT NULL,
    gathering_case_id INTEGER REFERENCES adverse_event (id) ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX report_group_started_at_idx ON report_group (started_at);
