-- A discrepancy belongs to the call that its quote is from, not to the newest of its insurance.
UPDATE benefit_contradiction AS found SET voice_call_id = told.voice_call_id FROM told_benefits AS told
WHERE found.quote <> '' AND told.patient_id = found.patient_id AND told.quotes ->> found.field = found.quote
  AND NOT EXISTS (
    SELECT FROM told_benefits AS own WHERE own.voice_call_id = found.voice_call_id AND own.quotes ->> found.field = found.quote);
