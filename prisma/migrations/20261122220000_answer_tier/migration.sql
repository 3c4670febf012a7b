-- How sure an answer from the library is: what was only answered or not has three tiers now.
CREATE TYPE answer_tier AS ENUM ('answer', 'uncertain', 'not_found');
ALTER TABLE chat_message ADD COLUMN tier answer_tier;
UPDATE chat_message SET tier = CASE WHEN answered THEN 'answer'::answer_tier ELSE 'not_found' END WHERE answered IS NOT NULL;

DROP INDEX chat_message_unanswered_idx;
DROP INDEX chat_message_figures_idx;
ALTER TABLE chat_message DROP COLUMN answered;
-- What the library lacks, and what it may lack.
CREATE INDEX chat_message_unanswered_idx ON chat_message (created_at DESC, id DESC) WHERE tier IN ('uncertain', 'not_found');
CREATE INDEX chat_message_figures_idx ON chat_message (created_at)
    INCLUDE (id, session_id, query_type, state, answered_by, tier, first_token_ms) WHERE role = 'assistant';
