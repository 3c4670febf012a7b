-- How many patients have a medicine on record, by its name in any case: an index alone answers.
CREATE INDEX medication_record_lower_name_idx ON medication_record (lower(medication_name), patient_id);
