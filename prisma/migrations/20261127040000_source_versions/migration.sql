-- What sources said when they were read: drafts, what is published, and what was before it.
CREATE TYPE source_version_state AS ENUM ('draft', 'in_review', 'approved', 'published', 'expired', 'replaced');
ALTER TABLE content_source
    ADD COLUMN held BOOLEAN NOT NULL DEFAULT FALSE,
    ADD COLUMN given_title TEXT,
    ADD COLUMN added_by TEXT NOT NULL DEFAULT 'service';
CREATE TABLE source_version (
    id SERIAL PRIMARY KEY,
    source_id INTEGER NOT NULL REFERENCES content_source (id) ON DELETE CASCADE ON UPDATE CASCADE,
    number INTEGER NOT NULL,
    state source_version_state NOT NULL,
    format TEXT,
    title TEXT,
    url TEXT,
    skipped JSON NOT NULL DEFAULT '[]',
    sections JSON NOT NULL,
    section_count INTEGER NOT NULL,
    publish_from TIMESTAMPTZ(3),
    publish_until TIMESTAMPTZ(3),
    drafted_by TEXT NOT NULL,
    authors TEXT[] NOT NULL DEFAULT '{}',
    reviewed_by TEXT,
    review_note TEXT,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX source_version_source_id_number_key ON source_version (source_id, number);
CREATE INDEX source_version_state_idx ON source_version (state);
-- What visitors see now is the first version of each source.
INSERT INTO source_version (source_id, number, state, format, title, url, skipped, sections, section_count, publish_from, drafted_by, created_at, updated_at)
SELECT source.id, 1, 'published', source.format, source.title, source.url, source.skipped,
    json_agg(json_build_object(
        'title', item.title, 'sectionHeader', item.section_header, 'content', item.content, 'sectionType', item.section_type,
        'classifiedBy', item.classified_by, 'sourceType', item.source_type, 'sourceUrl', item.source_url, 'page', item.page,
        'videoId', item.video_id, 'videoDurationSeconds', item.video_duration_seconds, 'timestampStart', item.timestamp_start,
        'timestampEnd', item.timestamp_end, 'thumbnailUrl', item.thumbnail_url) ORDER BY item.position, item.key),
    count(*), source.updated_at, 'service', source.updated_at, source.updated_at
FROM content_source AS source JOIN content_item AS item ON item.source_id = source.id
GROUP BY source.id;
