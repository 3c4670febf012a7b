import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Kind } from './requests.ts'

/** What became of the acknowledged writes. */
export interface Verdict {
  acknowledged: number
  lost: number
  twice: number
  jobs: number
  jobsLost: number
  jobsTwice: number
}

type Sql = <Row extends pg.QueryResultRow>(text: string) => Promise<pg.QueryResult<Row>>

/** How often each name is there, by kind of write. */
const found: Record<string, string> = {
  patient: 'SELECT last_name AS name, count(*)::int AS times FROM patient GROUP BY 1',
  report: `SELECT call_id AS name, count(adverse_event.id)::int AS times FROM voice_call JOIN adverse_event ON voice_call_id = voice_call.id
    WHERE adverse_event.source <> 'analysis' GROUP BY 1`,
  call: "SELECT call_id AS name, count(*)::int AS times FROM voice_call WHERE status = 'completed' GROUP BY 1",
  chat: `SELECT substring(content from 'asks (\\w+)\\?') AS name, count(*)::int AS times FROM chat_message
    WHERE role = 'user' AND content ~ 'asks \\w+\\?' GROUP BY 1`,
}

/** The job of a finished call is its analysis, which finds the rash of its transcript: once. */
const analysed = `SELECT call_id AS name, count(DISTINCT adverse_event.id)::int AS times FROM voice_call
  LEFT JOIN adverse_event ON voice_call_id = voice_call.id WHERE analysis_status = 'completed' GROUP BY 1`

const waiting = "SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'analyse-call' AND state < 'completed'"

const timesOf = async (sql: Sql, text: string) =>
  new Map((await sql<{ name: string; times: number }>(text)).rows.map(({ name, times }) => [name, times]))

/** Waits until no job is left, for `seconds` at most, and counts what is there. */
export async function verify(sql: Sql, acknowledged: ReadonlyMap<Kind, ReadonlySet<string>>, seconds = 180): Promise<Verdict> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await setTimeout(500)) {
    if ((await sql<{ count: number }>(waiting)).rows[0]?.count === 0) break
  }
  const verdict: Verdict = { acknowledged: 0, lost: 0, twice: 0, jobs: 0, jobsLost: 0, jobsTwice: 0 }
  for (const [kind, text] of Object.entries(found)) {
    const times = await timesOf(sql, text)
    for (const name of acknowledged.get(kind as Kind) ?? []) {
      verdict.acknowledged++
      if (!times.has(name)) verdict.lost++
    }
    for (const count of times.values()) if (count > 1) verdict.twice++
  }
  const jobs = await timesOf(sql, analysed)
  for (const name of acknowledged.get('call') ?? []) {
    verdict.jobs++
    const times = jobs.get(name) ?? 0
    if (times === 0) verdict.jobsLost++
    if (times > 1) verdict.jobsTwice++
  }
  return verdict
}
