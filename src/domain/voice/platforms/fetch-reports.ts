import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import type { MessageCounter } from '../metrics.ts'
import type { VoiceSettings } from '../settings.ts'
import { apiKeyOf } from './connections.ts'
import { keepPlatformMessage } from './keep-message.ts'
import { type Askable, listCalls } from './list-calls.ts'
import { type ApiFailure, askPlatform } from './platform-api.ts'
import type { PlatformProvider } from './readers.ts'
import { reportSources } from './report-sources.ts'

/** A call of which nothing has come for so long may have lost its report, in minutes. */
const silentMinutes = 2
/** A call is asked for during so long; then the sweep completes it from its utterances. */
const soughtHours = 24
/** Calls of one connection that are asked for in one round, one after the other. */
const mostAtOnce = 20
/** How long a round may take, well below what its job may, in milliseconds. What is left is for the next round. */
const roundMs = 4 * 60_000
/** A call is asked for again after so many minutes, then twice as many, up to `longestWait`. */
const firstWait = 2
const longestWait = 60

interface LostReport {
  connectionId: number
  callId: string
  tries: number
}

/**
 * Asks platforms for calls whose end or report did not come, and for those that they never told of. What they tell is kept as a message
 * of theirs, read as one that came, and changes nothing where the report comes, too. A platform that cannot be asked now, or says when,
 * is asked later; one that is slow keeps no other waiting.
 * @param stopping ends the round
 */
export async function fetchLostReports(
  work: UnitOfWork,
  counter: MessageCounter,
  urls: VoiceSettings['platformApiUrls'],
  stopping: AbortSignal,
): Promise<void> {
  const { session } = work
  const round = { endsAt: performance.now() + roundMs, stopping }
  const connections = await session.prisma.platformConnection.findMany({ where: { active: true } })
  const rounds = await Promise.allSettled(
    connections.map(async (connection) => {
      const apiKey = apiKeyOf(session, connection)
      if (apiKey === '') return
      const provider = connection.provider as PlatformProvider
      const asked = { ...connection, provider, apiKey, url: urls[provider], ...round }
      const failure = (await fetchCalls(work, counter, asked)) ?? (await listCalls(session, asked))
      if (failure === undefined) return
      await session.prisma.platformConnection.update({
        where: { id: connection.id },
        data: { lastError: `Its calls were asked for. ${failure.failed}`, lastErrorAt: new Date() },
      })
    }),
  )
  const failed = rounds.find((one) => one.status === 'rejected')
  if (failed && !stopping.aborted) throw failed.reason
}

/** @returns why the rest was left to a later round */
async function fetchCalls(work: UnitOfWork, counter: MessageCounter, asked: Askable): Promise<ApiFailure | undefined> {
  const { session } = work
  const { request, isOver, messageOf } = reportSources[asked.provider]
  for (const lost of await lostOf(session, asked.id)) {
    if (performance.now() > asked.endsAt) return undefined
    const answer = await askPlatform(asked.url, request(encodeURIComponent(lost.callId), asked.apiKey), asked.stopping)
    if (typeof answer === 'object' && 'found' in answer && isOver(answer.found)) {
      counter.inc({ provider: asked.provider, outcome: 'fetched' })
      await keepPlatformMessage(work, counter, asked.id, { body: messageOf(answer.found) })
      await settle(session, lost, null)
      continue
    }
    const failure = typeof answer === 'object' && 'failed' in answer ? answer : undefined
    const wait = Math.min(firstWait * 2 ** lost.tries, longestWait) * 60
    await settle(session, lost, answer === 'unknown' ? soughtHours * 3600 : Math.max(wait, failure?.retryAfterSeconds ?? 0))
    // Whoever cannot answer now is left alone until the next round.
    if (failure) return failure
  }
  return undefined
}

/** Calls that messages tell of, and those that only a list named. What the carrier told of a call's end has none of its words. */
const lostOf = ({ prisma }: Session, connectionId: number) => prisma.$queryRaw<LostReport[]>`
  SELECT ${connectionId}::int AS "connectionId", told.call_id AS "callId", coalesce(sought.tries, 0) AS tries
  FROM (
    SELECT call_id, max(received_at) AS last_at FROM platform_message
    WHERE connection_id = ${connectionId} AND received_at > now() - ${soughtHours} * interval '1 hour' AND call_id IS NOT NULL
    GROUP BY call_id
    UNION ALL SELECT call_id, sought_at FROM platform_fetch AS listed
    WHERE connection_id = ${connectionId} AND sought_at > now() - ${soughtHours} * interval '1 hour'
      AND NOT EXISTS (SELECT FROM platform_message AS message WHERE message.connection_id = ${connectionId} AND message.call_id = listed.call_id)
  ) AS told
  LEFT JOIN voice_call AS call ON call.id = call_of_message(${connectionId}, told.call_id)
  LEFT JOIN platform_fetch AS sought ON sought.connection_id = ${connectionId} AND sought.call_id = told.call_id
  WHERE last_at < now() - ${silentMinutes} * interval '1 minute' AND call.erased_at IS NULL
    AND (call.completed_at IS NULL OR (call.ended_by_carrier AND call.call_id = told.call_id))
    AND (sought.next_at IS NULL OR sought.next_at <= now()) AND sought.recovered_at IS NULL
  ORDER BY last_at
  LIMIT ${mostAtOnce}`

/** @param waitSeconds until it is asked for again; null where it was found */
const settle = ({ prisma }: Session, { connectionId, callId }: LostReport, waitSeconds: number | null) => prisma.$executeRaw`
  INSERT INTO platform_fetch (connection_id, call_id, tries, next_at, recovered_at)
  VALUES (${connectionId}, ${callId}, 1, now() + ${waitSeconds ?? 0}::float8 * interval '1 second', CASE WHEN ${waitSeconds === null} THEN now() END)
  ON CONFLICT (connection_id, call_id) DO UPDATE
  SET tries = platform_fetch.tries + 1, next_at = excluded.next_at, recovered_at = coalesce(excluded.recovered_at, platform_fetch.recovered_at)`
