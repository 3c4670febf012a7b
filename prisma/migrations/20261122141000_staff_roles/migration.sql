-- The roles that the identity provider names, beside those that an administrator gives.
ALTER TABLE "staff_member" ADD COLUMN "provider_roles" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- The audit trail of one person or key, and of one kind of action, newest first.
CREATE INDEX "audit_event_actor_occurred_at_id_idx" ON "audit_event"("actor", "occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_event_action_occurred_at_id_idx" ON "audit_event"("action", "occurred_at" DESC, "id" DESC);
