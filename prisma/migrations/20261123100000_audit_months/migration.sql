-- The audit by months: what has been kept long enough leaves as a whole (`care database release-audit`), without deleting row by row.
-- What is there stays where it is, as the partition of all months until now: nothing is copied.
DROP FUNCTION audit_hash(TEXT, INT8MULTIRANGE);
DROP FUNCTION audit_event_line(audit_event);

ALTER TABLE audit_event RENAME TO audit_event_first;
ALTER TABLE audit_event_first DROP CONSTRAINT audit_event_pkey;
ALTER TABLE audit_event_first ADD PRIMARY KEY (id, occurred_at);
ALTER INDEX audit_event_occurred_at_id_idx RENAME TO audit_event_first_occurred_at_id_idx;
ALTER INDEX audit_event_patient_ids_idx RENAME TO audit_event_first_patient_ids_idx;
ALTER INDEX audit_event_actor_occurred_at_id_idx RENAME TO audit_event_first_actor_occurred_at_id_idx;
ALTER INDEX audit_event_action_occurred_at_id_idx RENAME TO audit_event_first_action_occurred_at_id_idx;

CREATE TABLE audit_event (LIKE audit_event_first INCLUDING DEFAULTS, PRIMARY KEY (id, occurred_at)) PARTITION BY RANGE (occurred_at);
ALTER SEQUENCE audit_event_id_seq OWNED BY audit_event.id;
CREATE INDEX audit_event_occurred_at_id_idx ON audit_event (occurred_at DESC, id DESC);
CREATE INDEX audit_event_patient_ids_idx ON audit_event USING gin (patient_ids);
CREATE INDEX audit_event_actor_occurred_at_id_idx ON audit_event (actor, occurred_at DESC, id DESC);
CREATE INDEX audit_event_action_occurred_at_id_idx ON audit_event (action, occurred_at DESC, id DESC);
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Takes an event for which no month was made: it must never be refused.
CREATE TABLE audit_event_default PARTITION OF audit_event DEFAULT;
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event_default
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
    EXECUTE format('ALTER TABLE audit_event ATTACH PARTITION audit_event_first FOR VALUES FROM (MINVALUE) TO (%L)',
        (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC');
END
$$;

-- Makes the partitions of this month (UTC) and of so many after it, where they are missing; answers how many it made. A month
-- whose events are in another partition already stays there. It runs with its owner's rights: the service may not change tables.
CREATE FUNCTION make_audit_months(ahead INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET lock_timeout = '5s' AS $$
DECLARE
    month TIMESTAMP;
    partition TEXT;
    made INTEGER := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(7310424);
    FOR distance IN 0..ahead LOOP
        month := date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => distance);
        partition := 'audit_event_' || to_char(month, 'YYYY_MM');
        CONTINUE WHEN to_regclass(partition) IS NOT NULL;
        BEGIN
            EXECUTE format('CREATE TABLE %I (LIKE audit_event INCLUDING DEFAULTS)', partition);
            EXECUTE format('CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', partition);
            -- Attached, not created in place: that would keep readers and writers of the whole audit waiting.
            EXECUTE format('ALTER TABLE audit_event ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition,
                month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
            made := made + 1;
        EXCEPTION WHEN invalid_object_definition OR check_violation THEN NULL;
        END;
    END LOOP;
    RETURN made;
END
$$;
SELECT make_audit_months(3);

-- A partition that has left: its events are in a file, its seals stay.
CREATE TABLE audit_release (
    partition TEXT PRIMARY KEY,
    event_count BIGINT NOT NULL,
    event_ids INT8MULTIRANGE NOT NULL,
    released_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    released_by TEXT NOT NULL
);
CREATE TRIGGER audit_release_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_release
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- As before, over the new table.
CREATE FUNCTION audit_event_line(event audit_event) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_build_object(
        'id', event.id, 'occurred_at', to_char(event.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'actor', event.actor, 'surface', event.surface, 'address', event.address, 'request_id', event.request_id,
        'action', event.action, 'outcome', event.outcome, 'patient_ids', event.patient_ids, 'record_ids', event.record_ids,
        'fields', event.fields, 'asked', event.asked, 'times', event.times)::TEXT
$$;
CREATE FUNCTION audit_hash(previous_hash TEXT, event_ids INT8MULTIRANGE)
RETURNS TABLE (hash TEXT, event_count INTEGER) LANGUAGE sql STABLE AS $$
    SELECT encode(sha256(convert_to(concat(previous_hash, E'\n', string_agg(audit_event_line(event), E'\n' ORDER BY event.id)), 'UTF8')), 'hex'),
        count(*)::INTEGER
    FROM unnest(event_ids) AS span
    JOIN audit_event AS event ON event.id >= lower(span) AND event.id < upper(span)
$$;

-- What must be kept for a legal matter, whatever a retention says.
CREATE TABLE legal_hold (
    id SERIAL PRIMARY KEY,
    patient_id INTEGER NOT NULL REFERENCES patient (id) ON DELETE RESTRICT,
    reason TEXT NOT NULL,
    placed_by TEXT NOT NULL,
    placed_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    lifted_by TEXT,
    lifted_at TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX legal_hold_patient_id_idx ON legal_hold (patient_id) WHERE lifted_at IS NULL;
