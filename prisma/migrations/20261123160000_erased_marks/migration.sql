-- Calls that were erased keep their mark, and are due again because they changed after it (20261123150000 took the mark away).
UPDATE voice_call SET erased_at = created_at, updated_at = created_at + interval '1 millisecond'
WHERE erased_at IS NULL
  AND id IN (SELECT unnest(record_ids)::INTEGER FROM audit_event WHERE action = 'voice_call.erase')
  AND NOT EXISTS (SELECT FROM utterance WHERE voice_call_id = voice_call.id)
  AND NOT EXISTS (SELECT FROM call_transcript WHERE voice_call_id = voice_call.id);
