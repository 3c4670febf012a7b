import type { StaffMember } from '../../platform/database/generated/prisma/client.ts'
import { deactivateStaffMember } from '../access/staff-members.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { asActor } from './acting.ts'
import { announceWork } from './announce-work.ts'

/** Refuses the tokens of a person from now on; what they have to do is nobody's again. Idempotent. @throws Failure NOT_FOUND */
export const deactivatePerson = (work: UnitOfWork, id: number): Promise<StaffMember> =>
  work.session.transaction(async (session) => {
    const inner = { ...work, session }
    const member = await deactivateStaffMember(inner, id)
    await asActor(session, work.actor.id)
    await session.prisma.workItem.updateMany({ where: { assigneeId: id, closedAt: null }, data: { assigneeId: null } })
    await announceWork(inner)
    return member
  })
