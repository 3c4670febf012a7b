-- What a person typed into the console and has not saved.
CREATE TABLE draft (
    owner TEXT NOT NULL,
    place TEXT NOT NULL,
    text TEXT NOT NULL,
    updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (owner, place)
);
