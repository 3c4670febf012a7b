-- Staff who are there for visitors that want a person, until their page has not said so for a while.
CREATE TABLE chat_presence (
    actor TEXT PRIMARY KEY,
    present_until TIMESTAMPTZ(3) NOT NULL
);

-- When a person of the staff last came to a visitor: the wish for one is met.
ALTER TABLE chat_session ADD COLUMN person_came_at TIMESTAMPTZ(3);
