-- Gathered reports are shown with the most dangerous first (src/domain/safety/cases/danger.ts).
ALTER TABLE gathered_report ADD COLUMN danger SMALLINT NOT NULL DEFAULT 0;
UPDATE gathered_report SET danger = 2 * greatest(
    CASE severity WHEN 'life-threatening' THEN 4 WHEN 'severe' THEN 3 WHEN 'mild' THEN 1 ELSE 2 END,
    CASE WHEN seriousness && '{death,life_threatening}'::seriousness_criterion[] THEN 4 WHEN seriousness <> '{}' THEN 3 ELSE 0 END);
CREATE INDEX gathered_report_adverse_event_id_danger_id_idx ON gathered_report (adverse_event_id, danger DESC, id);
DROP INDEX gathered_report_adverse_event_id_id_idx;
