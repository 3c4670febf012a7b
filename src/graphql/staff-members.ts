import { z } from 'zod'
import { staffRoles } from '../domain/access/roles.ts'
import { staffFilter, whereStaff } from '../domain/access/staff-filter.ts'
import { addStaffMember, deactivateStaffMember, reactivateStaffMember, updateStaffMember } from '../domain/access/staff-members.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32, text } from '../platform/values.ts'
import { builder } from './builder.ts'
import { orderOf } from './connections.ts'
import type { Context } from './context.ts'
import { toManageAccess, toReadStaff } from './permissions.ts'
import { requestKey } from './request-key.ts'
import { StaffMember, StaffMemberConnection, StaffRole } from './staff.ts'

const Filter = builder.inputType('StaffMemberFilter', {
  description: 'Which people; absent members keep all',
  fields: (t) => ({
    role: t.field({ type: StaffRole, description: 'A role that they have, whoever gave it' }),
    active: t.boolean({ description: 'Whether the service lets them in' }),
    search: t.string({ description: 'Every word must occur in the name, or with the scope `access` in the e-mail address; any case' }),
  }),
})

const order = orderOf('StaffMember', {
  NAME: { columns: ['name'], description: 'Name' },
  CREATED_AT: { columns: ['createdAt'], description: 'When the record was made' },
})

const where = ({ caller }: Context, filter: typeof Filter.$inferInput | null | undefined) =>
  whereStaff(validate(staffFilter, filter ?? {}), caller.scopes.has('access'))

builder.queryFields((t) => ({
  staffMembers: t.prismaConnection(
    {
      type: StaffMember,
      cursor: 'id',
      authScopes: toReadStaff,
      description: 'People who work here, by name unless ordered otherwise',
      args: {
        filter: t.arg({ type: Filter, description: 'Which' }),
        orderBy: t.arg({ type: order.input, description: 'In which order' }),
      },
      totalCount: (_parent, { filter }, context) => context.work.session.prisma.staffMember.count({ where: where(context, filter) }),
      resolve: (query, _root, { filter, orderBy }, context) =>
        context.work.session.prisma.staffMember.findMany({
          ...query,
          where: where(context, filter),
          orderBy: order.by(orderBy ?? { field: 'NAME', direction: 'ASC' }),
        }),
    },
    StaffMemberConnection,
  ),
  staffMember: t.prismaField({
    type: StaffMember,
    nullable: true,
    authScopes: toReadStaff,
    description: 'A person by our number; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of the person' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.staffMember.findUnique({ ...query, where: { id } }),
  }),
}))

const id = z.int().min(1).max(maxInt32)
const roles = z.array(z.enum(staffRoles)).max(staffRoles.length)
const addInput = z.object({ name: text(100), email: z.email().max(254).toLowerCase(), roles: roles.default([]) })
const updateInput = z.object({ id, name: text(100).nullish(), roles: roles.nullish() })

builder.relayMutationField(
  'addStaffMember',
  {
    description: 'A person to be expected',
    inputFields: (t) => ({
      name: t.string({ required: true, description: 'As colleagues know them' }),
      email: t.string({
        required: true,
        description: 'Whoever first signs in with this address, verified by the provider, is this person',
      }),
      roles: t.field({ type: [StaffRole], required: true, defaultValue: [], description: 'Beside those that the provider names' }),
      requestKey: requestKey(t),
    }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Adds a person before the first sign-in, so that work can be assigned and roles given',
    resolve: async (_root, { input }, { work }) => ({ staffMember: await addStaffMember(work, validate(addInput, input)) }),
  },
  {
    description: 'The new person',
    outputFields: (t) => ({
      staffMember: t.field({ type: StaffMember, description: 'The new person', resolve: ({ staffMember }) => staffMember }),
    }),
  },
)

builder.relayMutationField(
  'updateStaffMember',
  {
    description: 'What to change of a person; absent members stay',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Our number of the person' }),
      name: t.string({ description: 'The name that the identity provider gives replaces it at the next request' }),
      roles: t.field({ type: [StaffRole], description: 'All roles that administrators give; those that the provider names stay' }),
    }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Changes the name or the roles of a person, from the next request on',
    resolve: async (_root, { input }, { work }) => {
      const { id, name, roles } = validate(updateInput, input)
      return { staffMember: await updateStaffMember(work, id, { name: name ?? undefined, roles: roles ?? undefined }) }
    },
  },
  {
    description: 'The changed person',
    outputFields: (t) => ({
      staffMember: t.field({ type: StaffMember, description: 'The changed person', resolve: ({ staffMember }) => staffMember }),
    }),
  },
)

const idInput = z.object({ id })

for (const [name, change, description] of [
  [
    'deactivateStaffMember',
    deactivateStaffMember,
    'Refuses a person from now on, whatever token they bring. Every instance does; one that hears of it late, within five seconds.',
  ],
  ['reactivateStaffMember', reactivateStaffMember, 'Lets a person in again'],
] as const) {
  builder.relayMutationField(
    name,
    {
      description: 'Which person',
      inputFields: (t) => ({ id: t.int({ required: true, description: 'Our number of the person' }) }),
    },
    {
      authScopes: toManageAccess,
      nullable: true,
      description,
      resolve: async (_root, { input }, { work }) => ({ staffMember: await change(work, validate(idInput, input).id) }),
    },
    {
      description: 'The changed person',
      outputFields: (t) => ({
        staffMember: t.field({ type: StaffMember, description: 'The changed person', resolve: ({ staffMember }) => staffMember }),
      }),
    },
  )
}
