import type { PlatformConnection } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'

/** What an agent is told of a call to one of our numbers. */
export interface CalledNumber {
  /** E.164. */
  number: string
  /** BCP 47, as the platform takes it. */
  language?: string | null | undefined
  /** The patient support program that answers there. */
  program?: string | null | undefined
}

export interface ConnectionSettings {
  /** Connections of one line tell of the same calls; null for none. */
  line?: string | null | undefined
  /** The platform's ids of agents: their calls are listed, and those that were never told of are fetched. */
  agents?: string[] | undefined
  numbers?: CalledNumber[] | undefined
}

/** Changes what is given; the rest stays. @throws Failure NOT_FOUND */
export async function updatePlatformConnection(
  { session, actor }: Pick<UnitOfWork, 'session' | 'actor'>,
  id: number,
  { line, agents, numbers }: ConnectionSettings,
): Promise<PlatformConnection> {
  const changed = {
    ...(line === undefined ? {} : { line }),
    ...(agents === undefined ? {} : { agents }),
    ...(numbers === undefined ? {} : { numbers: numbers.map(({ number, language, program }) => ({ number, language, program })) }),
  }
  return session.transaction(async (inner) => {
    const { prisma } = inner
    await prisma.$queryRaw`SELECT 1 FROM platform_connection WHERE id = ${id} FOR UPDATE`
    const before = await prisma.platformConnection.findUnique({ where: { id }, select: { agents: true } })
    if (!before) throw new Failure('NOT_FOUND', `There is no platform connection ${id}.`)
    // An agent that is new may have calls that nobody told of yet: all are listed again from the connection's beginning.
    const isNew = agents?.some((agent) => !before.agents.includes(agent))
    const data = { ...changed, ...(isNew && { listAt: new Date(), listedUntil: null }) }
    const connection = await prisma.platformConnection.update({ where: { id }, data })
    await recordEvent(inner, actor, {
      action: 'platform_connection.update',
      patientIds: [],
      recordIds: [id],
      fields: Object.keys(changed),
    })
    return connection
  })
}

/** What is set for the numbers of a connection. */
export const numbersOf = ({ numbers }: Pick<PlatformConnection, 'numbers'>) => numbers as unknown as CalledNumber[]

/**
 * What an agent is told as a call begins, by the number that was called. Never anything of a patient, nor whether the caller's number is
 * known: it can be forged.
 */
export async function startOfCall({ prisma }: Session, connectionId: number, calledNumber: string): Promise<Omit<CalledNumber, 'number'>> {
  const connection = await prisma.platformConnection.findUniqueOrThrow({ where: { id: connectionId }, select: { numbers: true } })
  return numbersOf(connection).find(({ number }) => number === calledNumber) ?? {}
}
