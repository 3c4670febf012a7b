/**
 * The form in which member IDs are compared: ASCII letters and digits in upper case, so that spaces and hyphens make no
 * difference. Keep in step with PostgreSQL's index: `upper(regexp_replace(member_id, '[^A-Za-z0-9]', '', 'g'))`. An empty key must
 * match nobody; the caller has to check.
 */
export const memberIdKey = (memberId: string): string => memberId.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
