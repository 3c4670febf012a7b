import type { SafetyProgram } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'

type Access = Pick<UnitOfWork, 'session' | 'actor'>

export interface ProgramTerms {
  manufacturer: string
  medicines: string[]
  channel: SafetyProgram['channel']
  email: string | null
  subscriptionId: number | null
  dueHours: number
  timeZone: string
  workingDays: number[]
  /** `YYYY-MM-DD` */
  holidays: string[]
  review: SafetyProgram['review']
}

/** @throws Failure INVALID_INPUT where the channel has no address; NOT_FOUND for an unknown subscription; CONFLICT for one that has ended */
export async function createProgram({ session, actor }: Access, terms: ProgramTerms): Promise<SafetyProgram> {
  return session.transaction(async (inner) => {
    await checkChannel(inner, terms)
    const { holidays, ...columns } = terms
    const program = await inner.prisma.safetyProgram.create({ data: { ...columns, holidays: daysOf(holidays), createdBy: actor.id } })
    await recordEvent(inner, actor, {
      action: 'safety_program.create',
      patientIds: [],
      recordIds: [program.id],
      fields: Object.keys(terms),
    })
    await planAgain(inner)
    return program
  })
}

export type ProgramChange = Partial<ProgramTerms> & { id: number; ended?: boolean | undefined }

/** Changes what is given. An ended program sends nothing more. @throws Failure NOT_FOUND; otherwise as `createProgram` */
export async function updateProgram({ session, actor }: Access, { id, ended, holidays, ...terms }: ProgramChange): Promise<SafetyProgram> {
  return session.transaction(async (inner) => {
    const { prisma } = inner
    await prisma.$queryRaw`SELECT 1 FROM safety_program WHERE id = ${id} FOR NO KEY UPDATE`
    const before = await prisma.safetyProgram.findUnique({ where: { id } })
    if (!before) throw new Failure('NOT_FOUND', `There is no safety program ${id}.`)
    await checkChannel(inner, { ...before, ...terms })
    const program = await prisma.safetyProgram.update({
      where: { id },
      data: {
        ...terms,
        ...(holidays && { holidays: daysOf(holidays) }),
        ...(ended !== undefined && { endedAt: ended ? (before.endedAt ?? new Date()) : null }),
      },
    })
    const fields = [...Object.keys(terms), ...(holidays ? ['holidays'] : []), ...(ended === undefined ? [] : ['endedAt'])]
    await recordEvent(inner, actor, { action: 'safety_program.update', patientIds: [], recordIds: [id], fields })
    await planAgain(inner)
    return program
  })
}

const daysOf = (holidays: readonly string[]) => holidays.map((day) => new Date(day))

/** The key of an advisory lock of this database. */
const programsLock = 7_310_426

/** Keeps programs from being changed while a case is planned for them (`shared`), or cases from being planned while one is changed. */
export const lockPrograms = ({ prisma }: Session, mode: 'shared' | 'exclusive') =>
  mode === 'shared'
    ? prisma.$executeRaw`SELECT pg_advisory_xact_lock_shared(${programsLock})`
    : prisma.$executeRaw`SELECT pg_advisory_xact_lock(${programsLock})`

/** What waits for a program may have one now. */
async function planAgain(session: Session): Promise<void> {
  await lockPrograms(session, 'exclusive')
  await session.prisma.$executeRaw`
    UPDATE adverse_event SET planned_version = 0
    WHERE id IN (SELECT adverse_event_id FROM safety_report WHERE state IN ('unmatched', 'waiting', 'failed'))`
}

async function checkChannel(
  { prisma }: Session,
  { channel, email, subscriptionId }: Pick<ProgramTerms, 'channel' | 'email' | 'subscriptionId'>,
) {
  const lacks = (field: string) =>
    new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [
      { path: [field], message: `is needed for the channel ${channel}` },
    ])
  if (channel === 'email' && email === null) throw lacks('email')
  if (channel !== 'event') return
  if (subscriptionId === null) throw lacks('subscriptionId')
  const subscription = await prisma.eventSubscription.findUnique({ where: { id: subscriptionId }, select: { state: true } })
  if (!subscription) throw new Failure('NOT_FOUND', `There is no event subscription ${subscriptionId}.`)
  if (subscription.state === 'ended') throw new Failure('CONFLICT', `Event subscription ${subscriptionId} has ended.`)
}
