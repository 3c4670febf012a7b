import pg from 'pg'

/** The tables of the audit: the service writes and reads them, and nobody changes what they hold. */
const appendOnly = ['audit_event', 'audit_seal', 'audit_shipment']
/** The tables that only migrations write. */
const readOnly = ['audit_state', 'audit_release', '_prisma_migrations']

/**
 * What a role needs to run the service with `DATABASE_MIGRATE=false`: everything but the right to change tables and the audit. To be
 * applied by the owner of the tables, after each migration. The role owns one table, `content_vector`: each embedding model gets an
 * index of its own while the service runs, and PostgreSQL lets only owners make one.
 */
export function runtimeGrants(role: string): string[] {
  const name = pg.escapeIdentifier(role)
  return [
    `GRANT ${name} TO CURRENT_USER`,
    ...['public', 'pgboss'].flatMap((schema) => [
      `GRANT USAGE ON SCHEMA ${schema} TO ${name}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${name}`,
      `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${name}`,
    ]),
    `REVOKE UPDATE, DELETE ON ${appendOnly.join(', ')} FROM ${name}`,
    `REVOKE INSERT, UPDATE, DELETE ON ${readOnly.join(', ')} FROM ${name}`,
    // Through the audit's table alone: a right on a month would go around it.
    `DO $months$ DECLARE month regclass; BEGIN
      FOR month IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'audit_event'::regclass LOOP
        EXECUTE format('REVOKE ALL ON %s FROM ${name.replaceAll("'", "''")}', month);
      END LOOP;
    END $months$`,
    `GRANT CREATE ON SCHEMA public TO ${name}`,
    `ALTER TABLE content_vector OWNER TO ${name}`,
  ]
}
