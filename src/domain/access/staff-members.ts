import type { Prisma, StaffMember } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from './audit.ts'
import type { AuditAction } from './audit-action.ts'
import { accessChanged } from './events.ts'
import type { StaffRole } from './roles.ts'
import type { UnitOfWork } from './unit-of-work.ts'

type Access = Pick<UnitOfWork, 'session' | 'actor' | 'events'>

/** Whoever creates or changes people takes turns: the key of an advisory lock of this database. */
const staffLock = 7_310_422

/** Waits until nobody else creates or changes people, and keeps others waiting until the transaction ends. */
export async function lockStaff({ prisma }: Session): Promise<void> {
  await prisma.$executeRaw`SELECT pg_advisory_xact_lock(${staffLock})`
}

/**
 * Adds a person before the first sign-in. An access token with this address, verified by the provider, is the person's.
 * @throws Failure CONFLICT where somebody has the address
 */
export async function addStaffMember(
  { session, actor }: Access,
  { name, email, roles }: { name: string; email: string; roles: StaffRole[] },
): Promise<StaffMember> {
  return session.transaction(async (inner) => {
    await lockStaff(inner)
    if (await inner.prisma.staffMember.findUnique({ where: { email } })) {
      throw new Failure('CONFLICT', 'There is a person with this email address.')
    }
    const member = await inner.prisma.staffMember.create({ data: { name, email, roles } })
    await recordEvent(inner, actor, { action: 'staff_member.create', patientIds: [], recordIds: [member.id], fields: roles })
    return member
  })
}

/** Changes a name, or the roles that administrators give; those that the provider names stay. @throws Failure NOT_FOUND */
export const updateStaffMember = (work: Access, id: number, changes: { name?: string | undefined; roles?: StaffRole[] | undefined }) =>
  change(work, id, 'staff_member.update', {
    ...(changes.name === undefined ? {} : { name: changes.name }),
    ...(changes.roles === undefined ? {} : { roles: changes.roles }),
  })

/** Refuses the tokens of a person from now on, on every instance. Idempotent. @throws Failure NOT_FOUND */
export const deactivateStaffMember = (work: Access, id: number) =>
  change(work, id, 'staff_member.deactivate', { deactivatedAt: new Date() }, { deactivatedAt: null })

/** Lets a person in again. Idempotent. @throws Failure NOT_FOUND */
export const reactivateStaffMember = (work: Access, id: number) => change(work, id, 'staff_member.reactivate', { deactivatedAt: null })

async function change(
  { session, actor, events }: Access,
  id: number,
  action: AuditAction & `staff_member.${string}`,
  data: Prisma.StaffMemberUpdateManyMutationInput,
  where: Prisma.StaffMemberWhereInput = {},
): Promise<StaffMember> {
  return session.transaction(async (inner) => {
    await lockStaff(inner)
    await inner.prisma.staffMember.updateMany({ where: { ...where, id }, data })
    const member = await inner.prisma.staffMember.findUnique({ where: { id } })
    if (!member) throw new Failure('NOT_FOUND', `There is no staff member ${id}.`)
    const fields = action === 'staff_member.update' ? Object.keys(data) : []
    await recordEvent(inner, actor, { action, patientIds: [], recordIds: [id], fields })
    inner.afterCommit(() => events.signal(accessChanged))
    return member
  })
}
