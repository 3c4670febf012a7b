-- Whether a report that counts as failed may have reached its receiver: the connection broke before the answer came.
ALTER TABLE safety_report ADD COLUMN may_have_arrived BOOLEAN NOT NULL DEFAULT false;
