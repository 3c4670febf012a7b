-- What runs with the owner's rights, or is run by the owner, finds nothing by a name that another role could take: every name is
-- qualified, or was looked up when the function was made (BEGIN ATOMIC, RETURN).

CREATE OR REPLACE FUNCTION audit_event_line(event audit_event) RETURNS TEXT LANGUAGE sql IMMUTABLE
RETURN jsonb_build_object(
    'id', event.id, 'occurred_at', to_char(event.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'actor', event.actor, 'surface', event.surface, 'address', event.address, 'request_id', event.request_id,
    'action', event.action, 'outcome', event.outcome, 'patient_ids', event.patient_ids, 'record_ids', event.record_ids,
    'fields', event.fields, 'asked', event.asked, 'times', event.times)::TEXT;

CREATE OR REPLACE FUNCTION audit_hash(previous_hash TEXT, event_ids INT8MULTIRANGE)
RETURNS TABLE (hash TEXT, event_count INTEGER) LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT encode(sha256(convert_to(concat(previous_hash, E'\n', string_agg(audit_event_line(event), E'\n' ORDER BY event.id)), 'UTF8')), 'hex'),
        count(*)::INTEGER
    FROM unnest(event_ids) AS span
    JOIN audit_event AS event ON event.id >= lower(span) AND event.id < upper(span);
END;

-- A seal as sinks and released files have it, after the lines of its events.
CREATE FUNCTION audit_seal_line(seal audit_seal) RETURNS TEXT LANGUAGE sql STABLE
RETURN json_build_object('seal', seal.id, 'events', seal.event_count, 'previous_hash', seal.previous_hash, 'hash', seal.hash,
    'sealed_at', seal.sealed_at)::TEXT;

CREATE OR REPLACE FUNCTION make_audit_months(ahead INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    month TIMESTAMP;
    partition TEXT;
    made INTEGER := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(7310424);
    FOR distance IN 0..least(ahead, 24) LOOP
        month := date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => distance);
        partition := 'audit_event_' || to_char(month, 'YYYY_MM');
        CONTINUE WHEN to_regclass('public.' || partition) IS NOT NULL;
        BEGIN
            EXECUTE format('CREATE TABLE public.%I (LIKE public.audit_event INCLUDING DEFAULTS)', partition);
            EXECUTE format('CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON public.%I
                FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change()', partition);
            -- Attached, not created in place: that would keep readers and writers of the whole audit waiting.
            EXECUTE format('ALTER TABLE public.audit_event ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', partition,
                month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
            made := made + 1;
        EXCEPTION WHEN invalid_object_definition OR check_violation THEN NULL;
        END;
    END LOOP;
    RETURN made;
END
$$;
REVOKE EXECUTE ON FUNCTION make_audit_months(INTEGER) FROM PUBLIC;

-- The HNSW index of a model's vectors, for a service whose role may not make one: else it would need the right to make anything in this
-- schema. Writers of vectors wait meanwhile; searches do not.
CREATE FUNCTION make_vector_index(model INTEGER, dimensions INTEGER) RETURNS VOID LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- pgvector may be in a schema of its own.
    types TEXT := (SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector');
BEGIN
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON public.content_vector
        USING hnsw ((embedding::%I.halfvec(%s)) %I.halfvec_cosine_ops) WHERE model_id = %s',
        'content_vector_model_' || model || '_idx', types, dimensions, types, model);
END
$$;
REVOKE EXECUTE ON FUNCTION make_vector_index(INTEGER, INTEGER) FROM PUBLIC;

CREATE FUNCTION drop_vector_index(model INTEGER) RETURNS VOID LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('DROP INDEX IF EXISTS public.%I', 'content_vector_model_' || model || '_idx');
END
$$;
REVOKE EXECUTE ON FUNCTION drop_vector_index(INTEGER) FROM PUBLIC;

-- After a move two databases have released a partition of one name.
ALTER TABLE audit_release DROP CONSTRAINT audit_release_pkey;
ALTER TABLE audit_release ADD COLUMN id SERIAL PRIMARY KEY;
