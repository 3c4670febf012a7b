-- When what was said in a call was erased, for its age.
ALTER TABLE voice_call ADD COLUMN erased_at TIMESTAMPTZ(3);
CREATE INDEX voice_call_unerased_idx ON voice_call (created_at) WHERE erased_at IS NULL;
