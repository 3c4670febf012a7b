-- What visitors wrote that nobody had time to read: a job reads it for danger and adverse events, and deletes it with that.
CREATE TABLE unread_message (
    id SERIAL PRIMARY KEY,
    widget_client_id INTEGER NOT NULL REFERENCES widget_client (id) ON DELETE CASCADE ON UPDATE CASCADE,
    visitor_group TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX unread_message_visitor_group_idx ON unread_message (visitor_group);
