-- What the chat model took, day by day (UTC): the day's budget is of all instances together.
CREATE TABLE model_usage (
    day DATE PRIMARY KEY,
    requests INTEGER NOT NULL DEFAULT 0,
    tokens_in BIGINT NOT NULL DEFAULT 0,
    tokens_out BIGINT NOT NULL DEFAULT 0
);
