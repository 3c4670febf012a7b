import pg from 'pg'

/** The tables of the audit: the service writes and reads them, and nobody changes what they hold. */
const appendOnly = ['audit_event', 'audit_seal', 'audit_shipment']
/** The tables that only migrations write. */
const readOnly = ['audit_state', 'audit_release', '_prisma_migrations']

/** What the owner does for the service, with the owner's rights. */
const ownersFunctions = ['make_audit_months(integer)', 'make_vector_index(integer, integer)', 'drop_vector_index(integer)']

/** What nobody has but the owner and the roles that are granted it. A dump leaves it out. */
export const ownersAlone = [
  `REVOKE EXECUTE ON FUNCTION ${ownersFunctions.join(', ')} FROM PUBLIC`,
  // Whoever can make a function here can have the owner run it.
  'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
]

/**
 * What a role needs to run the service with `DATABASE_MIGRATE=false`: everything but the right to change tables and the audit, and to
 * make anything. To be applied by the owner of the tables, after each migration.
 */
export function runtimeGrants(role: string): string[] {
  const name = pg.escapeIdentifier(role)
  return [
    ...['public', 'pgboss'].flatMap((schema) => [
      `GRANT USAGE ON SCHEMA ${schema} TO ${name}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${name}`,
      `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${name}`,
    ]),
    `GRANT EXECUTE ON FUNCTION ${ownersFunctions.join(', ')} TO ${name}`,
    `REVOKE UPDATE, DELETE ON ${appendOnly.join(', ')} FROM ${name}`,
    `REVOKE INSERT, UPDATE, DELETE ON ${readOnly.join(', ')} FROM ${name}`,
    // Through the audit's table alone: a right on a month, or on one that was detached, would go around it.
    `DO $months$ DECLARE month regclass; BEGIN
      FOR month IN SELECT oid::regclass FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname ~ '^audit_event_(first|default|[0-9]{4}_[0-9]{2})$' LOOP
        EXECUTE format('REVOKE ALL ON %s FROM ${name.replaceAll("'", "''")}', month);
      END LOOP;
    END $months$`,
    // Versions before made the role the owner of the vectors, and let it make their indexes itself.
    `DO $vectors$ BEGIN
      IF pg_get_userbyid((SELECT relowner FROM pg_class WHERE oid = 'content_vector'::regclass)) = ${pg.escapeLiteral(role)} THEN
        IF NOT pg_has_role(current_user, ${pg.escapeLiteral(role)}, 'MEMBER') THEN GRANT ${name} TO CURRENT_USER; END IF;
        EXECUTE format('ALTER TABLE content_vector OWNER TO %s', (SELECT relowner::regrole FROM pg_class WHERE oid = 'audit_event'::regclass));
        GRANT SELECT, INSERT, UPDATE, DELETE ON content_vector TO ${name};
      END IF;
    END $vectors$`,
    ...ownersAlone,
    `REVOKE CREATE ON SCHEMA public FROM ${name}`,
  ]
}

/** The roles that have what `runtimeGrants` gives, neither more nor less of the tables that tell. */
export const runtimeRoles = `
  SELECT DISTINCT grantee.rolname AS name FROM pg_class, aclexplode(relacl) AS granted JOIN pg_roles AS grantee ON grantee.oid = granted.grantee
  WHERE pg_class.oid = 'audit_seal'::regclass AND granted.privilege_type = 'INSERT' AND granted.grantee <> relowner
    AND NOT has_table_privilege(grantee.oid, 'audit_seal', 'UPDATE') AND has_table_privilege(grantee.oid, 'patient', 'DELETE')
    AND has_table_privilege(grantee.oid, 'pgboss.job', 'DELETE')`
