CREATE TYPE section_type AS ENUM ('dosing', 'side_effects', 'patient_support', 'storage', 'faq');
CREATE TYPE source_type AS ENUM ('webpage', 'pdf', 'video');
CREATE TYPE source_state AS ENUM ('queued', 'ready', 'failed');
CREATE TYPE embedding_state AS ENUM ('building', 'serving');
CREATE TYPE suggestion_kind AS ENUM ('title', 'header', 'question', 'query');

CREATE TABLE content_source (
    id SERIAL PRIMARY KEY,
    locator TEXT NOT NULL,
    fetched BOOLEAN NOT NULL,
    format TEXT,
    title TEXT,
    url TEXT,
    metadata JSON NOT NULL DEFAULT '{}',
    state source_state NOT NULL DEFAULT 'queued',
    error TEXT,
    skipped JSON NOT NULL DEFAULT '[]',
    content_hash TEXT,
    item_count INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX content_source_locator_key ON content_source (locator);
CREATE INDEX content_source_state_id_idx ON content_source (state, id);

CREATE TABLE content_upload (
    source_id INTEGER PRIMARY KEY REFERENCES content_source (id) ON DELETE CASCADE,
    bytes BYTEA NOT NULL,
    media_type TEXT
);

CREATE TABLE content_item (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    key SERIAL NOT NULL,
    source_id INTEGER NOT NULL REFERENCES content_source (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    title TEXT NOT NULL,
    section_header TEXT,
    content TEXT NOT NULL,
    section_type section_type NOT NULL,
    classified_by TEXT NOT NULL,
    source_type source_type NOT NULL,
    source_url TEXT,
    page INTEGER,
    video_id TEXT,
    video_duration_seconds INTEGER,
    timestamp_start INTEGER,
    timestamp_end INTEGER,
    thumbnail_url TEXT,
    content_hash TEXT NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX content_item_key_key ON content_item (key);
CREATE UNIQUE INDEX content_item_source_id_content_hash_key ON content_item (source_id, content_hash);
CREATE INDEX content_item_source_id_position_key_idx ON content_item (source_id, position, key);
CREATE INDEX content_item_section_type_source_id_position_key_idx ON content_item (section_type, source_id, position, key);
CREATE INDEX content_item_source_type_source_id_position_key_idx ON content_item (source_type, source_id, position, key);

CREATE TABLE library_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    item_count INTEGER NOT NULL DEFAULT 0,
    sample_loaded_at TIMESTAMPTZ(3),
    salt TEXT NOT NULL DEFAULT gen_random_uuid()::text
);
INSERT INTO library_state (id) VALUES (1);

CREATE TABLE embedding_model (
    id SMALLSERIAL PRIMARY KEY,
    name TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    state embedding_state NOT NULL DEFAULT 'building',
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX embedding_model_name_key ON embedding_model (name);

-- Half precision halves the index and changes no ranking that was seen. Models differ in dimensions, so the column has
-- none; each model's HNSW index, a partial one, casts (src/domain/library/embed/vector-index.ts makes it).
CREATE TABLE content_vector (
    model_id SMALLINT NOT NULL REFERENCES embedding_model (id) ON DELETE CASCADE,
    item_key INTEGER NOT NULL REFERENCES content_item (key) ON DELETE CASCADE,
    position SMALLINT NOT NULL,
    section_type section_type NOT NULL,
    embedding HALFVEC NOT NULL,
    CONSTRAINT content_vector_pkey PRIMARY KEY (model_id, item_key, position)
);
CREATE INDEX content_vector_item_key_idx ON content_vector (item_key);
-- Vectors do not compress; trying costs time on every write.
ALTER TABLE content_vector ALTER COLUMN embedding SET STORAGE EXTERNAL;

CREATE TABLE search_term (
    id SERIAL PRIMARY KEY,
    term TEXT COLLATE "C" NOT NULL,
    item_count INTEGER NOT NULL DEFAULT 0,
    title_count INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX search_term_term_key ON search_term (term);

CREATE TABLE search_posting (
    item_key INTEGER NOT NULL REFERENCES content_item (key) ON DELETE CASCADE,
    term_id INTEGER NOT NULL REFERENCES search_term (id),
    weight REAL NOT NULL,
    section_type section_type NOT NULL,
    CONSTRAINT search_posting_pkey PRIMARY KEY (item_key, term_id)
);
-- A term's best items first: a search reads the head of each list and no more.
CREATE INDEX search_posting_best_idx ON search_posting (term_id, weight DESC) INCLUDE (item_key, section_type);

CREATE TABLE search_word (
    word TEXT COLLATE "C" PRIMARY KEY
);
CREATE INDEX search_word_trigram_idx ON search_word USING gin (word gin_trgm_ops);

CREATE TABLE suggestion (
    id SERIAL PRIMARY KEY,
    phrase TEXT NOT NULL,
    text TEXT NOT NULL,
    kind suggestion_kind NOT NULL,
    item_count INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX suggestion_phrase_key ON suggestion (phrase);

CREATE TABLE suggestion_word (
    word TEXT COLLATE "C" NOT NULL,
    suggestion_id INTEGER NOT NULL REFERENCES suggestion (id) ON DELETE CASCADE,
    weight REAL NOT NULL,
    CONSTRAINT suggestion_word_pkey PRIMARY KEY (suggestion_id, word)
);
-- The heaviest suggestions of a beginning first; a beginning of two letters can have tens of thousands.
CREATE INDEX suggestion_word_two_idx ON suggestion_word ((left(word, 2)), weight DESC);
CREATE INDEX suggestion_word_three_idx ON suggestion_word ((left(word, 3)), weight DESC);
CREATE INDEX suggestion_word_word_idx ON suggestion_word (word, weight DESC);

CREATE TABLE search_query (
    folded TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    asked INTEGER NOT NULL DEFAULT 1,
    sessions TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    result_count INTEGER NOT NULL,
    best_relevance REAL NOT NULL,
    first_asked_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    last_asked_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX search_query_best_relevance_asked_idx ON search_query (best_relevance, asked);
CREATE INDEX search_query_last_asked_at_idx ON search_query (last_asked_at);
