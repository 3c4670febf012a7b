import { z } from 'zod'
import { staffRoles } from '../../domain/access/roles.ts'
import { staffFilter, whereStaff } from '../../domain/access/staff-filter.ts'
import { addStaffMember, reactivateStaffMember, updateStaffMember } from '../../domain/access/staff-members.ts'
import { deactivatePerson } from '../../domain/work/deactivate-person.ts'
import { validate } from '../../platform/validate.ts'
import { recordId, text } from '../../platform/values.ts'
import { list, pagesOf } from '../lists.ts'
import { inputType, mutation } from '../mutation.ts'
import { toManageAccess, toReadStaff } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { StaffMember, StaffRole } from './staff.ts'

const Filter = inputType('StaffMemberFilter', {
  description: 'Which people; absent members keep all',
  input: staffFilter,
  fields: {
    role: [StaffRole, 'A role that they have, whoever gave it'],
    active: 'Whether the service lets them in',
    search: 'Every word must occur in the name, or with the scope `access` in the e-mail address; any case',
  },
})

list('staffMembers', StaffMember, {
  authScopes: toReadStaff,
  description: 'People who work here, by name unless ordered otherwise',
  pages: pagesOf(StaffMember, 'A page of people', 'A person of a page, with the place in the list'),
  filter: Filter,
  where: (filter, { caller }) => whereStaff(validate(staffFilter, filter), caller.scopes.has('access')),
  orders: {
    NAME: { columns: ['name'], description: 'Name' },
    CREATED_AT: { columns: ['createdAt'], description: 'When the record was made' },
  },
  direction: 'ASC',
  one: { field: 'staffMember', description: 'A person by our number; null where there is none', id: 'Our number of the person' },
})

const roles = z.array(z.enum(staffRoles)).max(staffRoles.length)
mutation('addStaffMember', {
  authScopes: toManageAccess,
  description: 'Adds a person before the first sign-in, so that work can be assigned and roles given',
  takes: 'A person to be expected',
  input: z.object({ name: text(100), email: z.email().max(254).toLowerCase(), roles: roles.default([]) }),
  fields: {
    name: 'As colleagues know them',
    email: 'Whoever first signs in with this address, verified by the provider, is this person',
    roles: [[StaffRole], 'Beside those that the provider names'],
    requestKey,
  },
  result: 'The new person',
  gives: { staffMember: [StaffMember, 'The new person'] },
  run: async (input, { work }) => ({ staffMember: await addStaffMember(work, input) }),
})

mutation('updateStaffMember', {
  authScopes: toManageAccess,
  description: 'Changes the name or the roles of a person, from the next request on',
  takes: 'What to change of a person; absent members stay',
  input: z.object({ id: recordId, name: text(100).nullish(), roles: roles.nullish() }),
  fields: {
    id: 'Our number of the person',
    name: 'The name that the identity provider gives replaces it at the next request',
    roles: [[StaffRole], 'All roles that administrators give; those that the provider names stay'],
  },
  result: 'The changed person',
  gives: { staffMember: [StaffMember, 'The changed person'] },
  run: async ({ id, name, roles }, { work }) => ({
    staffMember: await updateStaffMember(work, id, { name: name ?? undefined, roles: roles ?? undefined }),
  }),
})

for (const [name, change, description] of [
  [
    'deactivateStaffMember',
    deactivatePerson,
    'Refuses a person from now on, whatever token they bring. Every instance does; one that hears of it late, within five seconds. Their open work is nobody’s again.',
  ],
  ['reactivateStaffMember', reactivateStaffMember, 'Lets a person in again'],
] as const) {
  mutation(name, {
    authScopes: toManageAccess,
    description,
    takes: 'Which person',
    input: z.object({ id: recordId }),
    fields: { id: 'Our number of the person' },
    result: 'The changed person',
    gives: { staffMember: [StaffMember, 'The changed person'] },
    run: async ({ id }, { work }) => ({ staffMember: await change(work, id) }),
  })
}
