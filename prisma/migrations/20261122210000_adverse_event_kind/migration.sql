-- What a case is a report of, and why it is serious. All cases so far were taken for side effects; nobody assessed them by the criteria.
CREATE TYPE adverse_event_kind AS ENUM ('side_effect', 'pregnancy', 'overdose', 'medication_error', 'lack_of_effect', 'product_complaint');
CREATE TYPE seriousness_criterion AS ENUM ('death', 'life_threatening', 'hospitalisation', 'disability', 'congenital_anomaly', 'medically_important');
ALTER TABLE adverse_event
  ADD COLUMN kinds adverse_event_kind[] NOT NULL DEFAULT ARRAY['side_effect']::adverse_event_kind[],
  ADD COLUMN seriousness seriousness_criterion[] NOT NULL DEFAULT ARRAY[]::seriousness_criterion[];
ALTER TABLE gathered_report
  ADD COLUMN kinds adverse_event_kind[] NOT NULL DEFAULT ARRAY['side_effect']::adverse_event_kind[],
  ADD COLUMN seriousness seriousness_criterion[] NOT NULL DEFAULT ARRAY[]::seriousness_criterion[];
