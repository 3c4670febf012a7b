-- A drug that a policy excludes is neither "required" nor "not required", and step therapy may differ by use: which drugs, how many.
ALTER TABLE "policy_rule"
  ADD COLUMN "excluded" BOOLEAN,
  ADD COLUMN "step_therapy_sets" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "pa_case"
  ADD COLUMN "excluded" BOOLEAN,
  ADD COLUMN "step_therapy_sets" JSONB NOT NULL DEFAULT '[]';

-- What was read before did not tell the uses apart; the nightly round reads all policies anew.
UPDATE "policy_rule" SET "step_therapy_sets" = jsonb_build_array(jsonb_build_object('indication', NULL, 'drugs', to_jsonb("step_therapy_drugs"), 'needed', NULL))
WHERE cardinality("step_therapy_drugs") > 0;
UPDATE "pa_case" SET "step_therapy_sets" = jsonb_build_array(jsonb_build_object('indication', NULL, 'drugs', to_jsonb("step_therapy_drugs"), 'needed', NULL))
WHERE cardinality("step_therapy_drugs") > 0;
