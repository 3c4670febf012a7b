-- Pages of the console with their filters, as a person has named them.
CREATE TABLE saved_view (
    id SERIAL PRIMARY KEY,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL
);
CREATE UNIQUE INDEX saved_view_owner_name_key ON saved_view (owner, name);
