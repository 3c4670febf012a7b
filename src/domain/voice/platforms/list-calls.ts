import type { PlatformConnection } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { type ApiFailure, askPlatform } from './platform-api.ts'
import type { PlatformProvider } from './readers.ts'
import { callLists } from './report-sources.ts'

/** A connection whose platform can be asked, in a round that ends at `endsAt` (`performance.now()`). */
export type Askable = Omit<PlatformConnection, 'provider'> & {
  provider: PlatformProvider
  apiKey: string
  url: string
  endsAt: number
  stopping: AbortSignal
}

/** Calls are listed once in so many minutes; sooner again where the platform could not be asked. */
const everyMinutes = 60
const againMinutes = 5
/** A list may show a call somewhat later than it began. */
const overlapMs = 10 * 60_000
/** Pages of one agent in one round, 100,000 calls: no agent has as many in the time that the service may be away. A list without an end is one. */
const mostPages = 1000

/**
 * Lists the calls of a connection's agents since they were last listed, and has those fetched of which no message came. Where the platform
 * cannot be asked, or its list does not end, the next round begins at the same time again.
 * @returns why it could not be listed
 */
export async function listCalls({ prisma }: Session, asked: Askable): Promise<ApiFailure | undefined> {
  const now = new Date()
  if (!callLists[asked.provider] || asked.agents.length === 0 || asked.listAt > now) return undefined
  const since = new Date((asked.listedUntil ?? asked.createdAt).getTime() - overlapMs)
  let failure: ApiFailure | undefined
  for (const agent of asked.agents) {
    failure = await eachPage(asked, agent, since, (callIds) => seek({ prisma }, asked.id, callIds))
    if (failure) break
  }
  const waitMs = failure ? Math.max(againMinutes * 60, failure.retryAfterSeconds ?? 0) * 1000 : everyMinutes * 60_000
  await prisma.platformConnection.update({
    where: { id: asked.id },
    data: { listAt: new Date(now.getTime() + waitMs), ...(failure ? {} : { listedUntil: now }) },
  })
  return failure
}

async function eachPage(
  { provider, url, apiKey, endsAt, stopping }: Askable,
  agent: string,
  since: Date,
  take: (callIds: string[]) => Promise<unknown>,
): Promise<ApiFailure | undefined> {
  const list = callLists[provider]
  let cursor: string | undefined
  for (let page = 0; list && page < mostPages; page++) {
    if (performance.now() > endsAt) return { failed: 'Its list of calls takes too long.' }
    const answer = await askPlatform(url, list.request(apiKey, agent, since, cursor), stopping)
    if (answer === 'unknown') return { failed: 'It has no list of calls.' }
    if ('failed' in answer) return answer
    const { callIds, next } = list.pageOf(answer.found)
    await take(callIds)
    if (next === undefined || next === cursor) return undefined
    cursor = next
  }
  return { failed: 'Its list of calls does not end.' }
}

/** A call that is still going on may yet tell of itself: it is asked for no sooner than others. */
const seek = ({ prisma }: Pick<Session, 'prisma'>, connectionId: number, callIds: string[]) => prisma.$executeRaw`
  INSERT INTO platform_fetch (connection_id, call_id, next_at)
  SELECT ${connectionId}::int, listed.call_id, now() FROM unnest(${callIds}::text[]) AS listed (call_id)
  WHERE length(listed.call_id) <= 255 AND NOT EXISTS (
    SELECT FROM platform_message AS message WHERE message.connection_id = ${connectionId} AND message.call_id = listed.call_id)
  ON CONFLICT DO NOTHING`
