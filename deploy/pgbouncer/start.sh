#!/bin/sh
# Fills in the settings and starts PgBouncer. POSTGRES_USER and POSTGRES_PASSWORD open the server and this pooler.
set -eu
umask 077
export PGBOUNCER_LISTEN='*' PGBOUNCER_PORT=6432 PGBOUNCER_AUTH=scram-sha-256 PGBOUNCER_USERS=/run/pgbouncer/users.txt
printf '"%s" "%s"\n' "$POSTGRES_USER" "$POSTGRES_PASSWORD" >"$PGBOUNCER_USERS"
envsubst </etc/pgbouncer/pgbouncer.ini.template >/run/pgbouncer/pgbouncer.ini
exec pgbouncer /run/pgbouncer/pgbouncer.ini
