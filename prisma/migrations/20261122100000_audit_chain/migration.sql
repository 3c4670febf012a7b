-- What was shown or changed by record, from where, how it ended, and what a search asked for (as a salted hash).
ALTER TABLE audit_event
    ADD COLUMN address TEXT,
    ADD COLUMN record_ids TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN outcome TEXT NOT NULL DEFAULT 'succeeded',
    ADD COLUMN asked TEXT,
    ADD COLUMN times INTEGER NOT NULL DEFAULT 1;

-- One row: the salt of `audit_event.asked`, so that hashes of short searches cannot be looked up elsewhere.
CREATE TABLE audit_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    salt TEXT NOT NULL DEFAULT gen_random_uuid()::TEXT
);
INSERT INTO audit_state (id) VALUES (1);

-- A link of the chain: the hash covers the events in `event_ids` and the hash before it. Numbers have no gaps.
CREATE TABLE audit_seal (
    id INTEGER PRIMARY KEY,
    event_ids INT8MULTIRANGE NOT NULL,
    event_count INTEGER NOT NULL,
    last_event_id BIGINT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    sealed_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Which seals a sink has taken, with their events.
CREATE TABLE audit_shipment (
    sink TEXT NOT NULL,
    seal_id INTEGER NOT NULL REFERENCES audit_seal (id),
    shipped_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (sink, seal_id)
);
CREATE TRIGGER audit_shipment_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_shipment
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An event as the chain hashes it and as sinks get it: one JSON object, the same on every server and in every time zone.
CREATE FUNCTION audit_event_line(event audit_event) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_build_object(
        'id', event.id, 'occurred_at', to_char(event.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'actor', event.actor, 'surface', event.surface, 'address', event.address, 'request_id', event.request_id,
        'action', event.action, 'outcome', event.outcome, 'patient_ids', event.patient_ids, 'record_ids', event.record_ids,
        'fields', event.fields, 'asked', event.asked, 'times', event.times)::TEXT
$$;

-- The hash of a set of events after the hash before it, and how many of them there are.
CREATE FUNCTION audit_hash(previous_hash TEXT, event_ids INT8MULTIRANGE)
RETURNS TABLE (hash TEXT, event_count INTEGER) LANGUAGE sql STABLE AS $$
    SELECT encode(sha256(convert_to(concat(previous_hash, E'\n', string_agg(audit_event_line(event), E'\n' ORDER BY event.id)), 'UTF8')), 'hex'),
        count(*)::INTEGER
    FROM unnest(event_ids) AS span
    JOIN audit_event AS event ON event.id >= lower(span) AND event.id < upper(span)
$$;
