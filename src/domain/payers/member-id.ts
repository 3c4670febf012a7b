/**
 * A member ID as identity compares it: ASCII letters and digits in upper case, so that what is read out or keyed with
 * spaces and hyphens is the same. PostgreSQL's index has the same rule and must keep it:
 * `upper(regexp_replace(member_id, '[^A-Za-z0-9]', '', 'g'))`. An empty key matches nobody: the caller must check.
 */
export const memberIdKey = (memberId: string): string => memberId.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
