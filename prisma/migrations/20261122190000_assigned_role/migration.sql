-- A follow-up action is always somebody's: the review of a case the safety team's, any other a care coordinator's.
UPDATE "follow_up_action" SET "assigned_to" = CASE WHEN "adverse_event_id" IS NULL THEN 'care_coordinator' ELSE 'safety_team' END
WHERE "assigned_to" IS NULL OR btrim("assigned_to") = '';
ALTER TABLE "follow_up_action"
  ALTER COLUMN "assigned_to" SET DEFAULT 'care_coordinator',
  ALTER COLUMN "assigned_to" SET NOT NULL,
  ADD CONSTRAINT "follow_up_action_assigned_to_check" CHECK (btrim("assigned_to") <> '');
