-- Sections without a public address have pages of ours, where a widget client allows it.
ALTER TABLE widget_client ADD COLUMN content_pages BOOLEAN NOT NULL DEFAULT true;
