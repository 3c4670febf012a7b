import { rolesOf, scopesOfRoles, staffRoles } from '../../domain/access/roles.ts'
import { builder } from '../builder.ts'
import type { Context } from '../context.ts'
import { Scope } from './scope.ts'

/** Descriptions of the roles, for `StaffRole`. */
const tasks = {
  care_coordinator: 'Reads and changes patients and medications, works on calls, follow-ups and callbacks',
  safety_reviewer: 'Reads patients, decides adverse events',
  benefits_specialist: 'Reads patients, decides verifications, prior authorization cases and discrepancies',
  content_editor: 'Keeps sources, policies and widget clients',
  supervisor: 'Does the work of care coordinators, safety reviewers and benefits specialists',
  administrator: 'Manages keys and people, reads the audit trail, keeps the library',
} as const satisfies Record<(typeof staffRoles)[number], string>

export const StaffRole = builder.enumType('StaffRole', {
  description: 'What a person does here; each role stands for scopes',
  values: Object.fromEntries(staffRoles.map((role) => [role, { description: tasks[role] }])) as {
    [Role in (typeof staffRoles)[number]]: { description: string }
  },
})

/** Addresses are for administrators and for the person; a name is enough to share work. */
const mayReadAddress = ({ caller }: Context, id: number) => caller.scopes.has('access') || caller.staffMemberId === id

export const StaffMember = builder.prismaObject('StaffMember', {
  description: 'A person who works here, signed in by the identity provider or added by an administrator',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of the person; audit events say `staff:` and this number' }),
    name: t.exposeString('name', { description: 'The name that the identity provider gives, or that an administrator wrote' }),
    email: t.string({
      nullable: true,
      description: 'E-mail address that the identity provider verified. Null without one, and for colleagues without the scope `access`.',
      resolve: ({ id, email }, _args, context) => (mayReadAddress(context, id) ? email : null),
    }),
    roles: t.field({
      type: [StaffRole],
      description: "Roles that an administrator gave, and those of the person's last access token",
      resolve: (member) => rolesOf(member),
    }),
    givenRoles: t.field({
      type: [StaffRole],
      description: 'The roles that an administrator gave, which `updateStaffMember` replaces',
      resolve: ({ roles }) => rolesOf({ roles, providerRoles: [] }),
    }),
    scopes: t.field({
      type: [Scope],
      description: 'What the roles allow together',
      resolve: (member) => [...scopesOfRoles(rolesOf(member))],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the record was made' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the person last asked for something, to within minutes; null before the first sign-in',
    }),
    deactivatedAt: t.expose('deactivatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the service refuses the person; null for active people',
    }),
  }),
})
