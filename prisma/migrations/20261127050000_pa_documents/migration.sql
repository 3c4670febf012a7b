-- Papers of prior authorization cases, their content in parts.
CREATE TYPE pa_document_kind AS ENUM ('request_form', 'clinical_notes', 'lab_results', 'decision_letter', 'appeal_letter', 'other');
CREATE TABLE pa_document (
    id SERIAL PRIMARY KEY,
    pa_case_id INTEGER NOT NULL REFERENCES pa_case (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    patient_id INTEGER NOT NULL,
    kind pa_document_kind NOT NULL,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    added_by TEXT NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX pa_document_pa_case_id_sha256_key ON pa_document (pa_case_id, sha256);
CREATE TABLE pa_document_part (
    document_id INTEGER NOT NULL REFERENCES pa_document (id) ON DELETE CASCADE ON UPDATE CASCADE,
    position INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (document_id, position)
);
