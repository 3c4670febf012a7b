import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import type { MessageCounter } from '../metrics.ts'
import { platformApiKey, platformSecret } from '../sealed-columns.ts'
import type { VoiceSettings } from '../settings.ts'
import { keepPlatformMessage } from './keep-message.ts'
import type { PlatformProvider } from './reader.ts'
import { askableProviders, fetchCall } from './report-sources.ts'

/** A call of which nothing has come for so long may have lost its report, in minutes. */
const silentMinutes = 2
/** A call is asked for during so long; then the sweep completes it from its utterances. */
const soughtHours = 24
/** Calls of one connection that are asked for in one round, one after the other. */
const mostAtOnce = 20
/** A call is asked for again after so many minutes, then twice as many, up to `longestWait`. */
const firstWait = 2
const longestWait = 60

interface Lost {
  connectionId: number
  callId: string
  tries: number
}

/**
 * Asks platforms for calls whose end or report did not come. What they tell is kept as a message of theirs, read as one that came, and
 * changes nothing where the report comes, too. A platform that cannot be asked now, or says when, is asked later.
 */
export async function fetchLostReports(work: UnitOfWork, counter: MessageCounter, urls: VoiceSettings['platformApiUrls']): Promise<void> {
  const { session } = work
  const { prisma } = session
  const connections = await prisma.platformConnection.findMany({ where: { active: true, provider: { in: askableProviders } } })
  for (const connection of connections) {
    const provider = connection.provider as PlatformProvider & keyof typeof urls
    const apiKey = apiKeyOf(session, connection)
    if (apiKey === '') continue
    for (const lost of await lostOf(session, connection.id)) {
      const found = await fetchCall(provider, urls[provider], lost.callId, apiKey)
      if (typeof found === 'object' && 'message' in found) {
        counter.inc({ provider, outcome: 'fetched' })
        await keepPlatformMessage(work, counter, connection.id, { body: found.message })
        await settle(session, lost, null)
        continue
      }
      const isRefused = typeof found === 'object'
      if (isRefused)
        await prisma.platformConnection.update({
          where: { id: connection.id },
          data: { lastError: `A report was asked for. ${found.failed}`, lastErrorAt: new Date() },
        })
      const wait = Math.min(firstWait * 2 ** lost.tries, longestWait) * 60
      await settle(session, lost, found === 'unknown' ? soughtHours * 3600 : Math.max(wait, isRefused ? (found.retryAfterSeconds ?? 0) : 0))
      // Whoever cannot answer now is left alone until the next round.
      if (isRefused) break
    }
  }
}

/** Retell signs with the key of its API. */
function apiKeyOf({ fields }: Session, connection: { id: number; provider: string; sealedApiKey: string; sealedSecret: string }): string {
  const own = fields.open(platformApiKey, connection.id, connection.sealedApiKey)
  return own === '' && connection.provider === 'retell' ? fields.open(platformSecret, connection.id, connection.sealedSecret) : own
}

const lostOf = ({ prisma }: Session, connectionId: number) => prisma.$queryRaw<Lost[]>`
  SELECT message.connection_id AS "connectionId", message.call_id AS "callId", coalesce(sought.tries, 0) AS tries
  FROM platform_message message
  JOIN voice_call call ON call.call_id = message.call_id
  LEFT JOIN platform_fetch sought ON sought.connection_id = message.connection_id AND sought.call_id = message.call_id
  WHERE message.connection_id = ${connectionId} AND message.received_at > now() - ${soughtHours} * interval '1 hour'
    AND call.completed_at IS NULL AND call.erased_at IS NULL
    AND (sought.next_at IS NULL OR sought.next_at <= now()) AND sought.recovered_at IS NULL
  GROUP BY message.connection_id, message.call_id, sought.tries
  HAVING max(message.received_at) < now() - ${silentMinutes} * interval '1 minute'
  ORDER BY max(message.received_at)
  LIMIT ${mostAtOnce}`

/** @param waitSeconds until it is asked for again; null where it was found */
const settle = ({ prisma }: Session, { connectionId, callId }: Lost, waitSeconds: number | null) => prisma.$executeRaw`
  INSERT INTO platform_fetch (connection_id, call_id, tries, next_at, recovered_at)
  VALUES (${connectionId}, ${callId}, 1, now() + ${waitSeconds ?? 0}::float8 * interval '1 second', CASE WHEN ${waitSeconds === null} THEN now() END)
  ON CONFLICT (connection_id, call_id) DO UPDATE
  SET tries = platform_fetch.tries + 1, next_at = excluded.next_at, recovered_at = coalesce(excluded.recovered_at, platform_fetch.recovered_at)`
