-- A visitor of the chat may ask to be called back.
ALTER TABLE callback_request
    ALTER COLUMN voice_call_id DROP NOT NULL,
    -- Conversations are pruned, callbacks are kept.
    ADD COLUMN chat_session_id INTEGER REFERENCES chat_session (id) ON DELETE SET NULL ON UPDATE CASCADE,
    ADD COLUMN consent TEXT,
    ADD COLUMN visitor_group TEXT,
    ADD CONSTRAINT callback_request_asked_for CHECK (voice_call_id IS NOT NULL OR consent IS NOT NULL);
CREATE INDEX callback_request_chat_session_id_idx ON callback_request (chat_session_id);
CREATE INDEX callback_request_visitor_group_created_at_idx ON callback_request (visitor_group, created_at) WHERE visitor_group IS NOT NULL;

ALTER TABLE widget_client ADD COLUMN callback_consent TEXT DEFAULT 'I agree that a person from the support program calls me at this number about my request. It is not for emergencies, and nothing depends on my agreeing.';

CREATE OR REPLACE FUNCTION announce_callback() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM announce('callback.requested', 'callback_request', NEW.id, NEW.patient_id, jsonb_build_object(
        'status', NEW.status, 'voice_call_id', NEW.voice_call_id, 'chat_session_id', NEW.chat_session_id));
    RETURN NULL;
END $$;
