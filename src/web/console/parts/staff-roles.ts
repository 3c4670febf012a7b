import type { StaffRole } from '../generated/documents.ts'

/** What people do here. */
export const staffRoles: readonly (readonly [role: StaffRole, does: string])[] = [
  ['care_coordinator', 'Calls back, follows up, keeps patients and their medicines'],
  ['safety_reviewer', 'Decides adverse events and reports them'],
  ['benefits_specialist', 'Verifies benefits and takes prior authorizations through'],
  ['supervisor', 'Follows calls and shares out the work'],
  ['content_editor', 'Keeps the library and answers what it lacked'],
  ['administrator', 'Manages people and keys, reads the audit'],
]
