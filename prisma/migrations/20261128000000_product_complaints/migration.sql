-- Work about a defective product names its case: it is none of the actions that a later analysis of the call may replace, and not the
-- caller's where the case is not. It is not over when the case is reviewed, so this is not adverse_event_id.
ALTER TABLE follow_up_action ADD COLUMN complaint_case_id INTEGER REFERENCES adverse_event (id) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX follow_up_action_complaint_case_id_idx ON follow_up_action (complaint_case_id);
UPDATE follow_up_action SET complaint_case_id = adverse_event.id FROM adverse_event
WHERE adverse_event_id IS NULL AND action LIKE 'Product complaint %' AND case_number = split_part(split_part(action, ' ', 3), ':', 1);
-- What an analysis has cancelled by mistake is to be done.
UPDATE follow_up_action SET status = 'pending', closed_by = NULL, closed_at = NULL
WHERE complaint_case_id IS NOT NULL AND status = 'cancelled' AND closed_by = 'analysis';
