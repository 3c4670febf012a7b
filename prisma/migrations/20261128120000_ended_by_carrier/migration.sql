-- Whether only a carrier told how a call ended: the report of the agent's platform is yet to come, and decides.
ALTER TABLE voice_call ADD COLUMN ended_by_carrier BOOLEAN NOT NULL DEFAULT false;
