-- GraphQL documents that clients may name by their hash.
CREATE TABLE "trusted_document" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trusted_document_pkey" PRIMARY KEY ("id")
);
