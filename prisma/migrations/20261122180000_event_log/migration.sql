-- What changed, for subscriptions: kept for an hour, shared by all instances.
CREATE TABLE "event_log" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "event_log_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "event_log_xid_idx" ON "event_log"("xid");

-- When somebody last read an answer that goes on without its first reader.
ALTER TABLE "chat_message" ADD COLUMN "followed_at" TIMESTAMPTZ(3);
