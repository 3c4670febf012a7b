-- People, so that work can be assigned to them and audit events can name them.
CREATE TABLE "staff_member" (
    "id" SERIAL NOT NULL,
    "issuer" TEXT,
    "subject" TEXT,
    "email" TEXT,
    "name" TEXT NOT NULL,
    "roles" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3),
    "deactivated_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_member_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "staff_member_issuer_subject_key" ON "staff_member"("issuer", "subject");
CREATE UNIQUE INDEX "staff_member_email_key" ON "staff_member"("email");
