import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../src/platform/database/database.ts'
import { post, signed, type Target, widget } from './attacks.ts'
import { floodingVisitor } from './floods.ts'

// Reports that come while the attacks run. Each holds a mark of its own, which must stand in the database afterwards.

interface Family {
  name: string
  everyMs: number
  /** How often a sender sends what got 503; a visitor does not come back. */
  tries?: number
  send(target: Target, mark: string, count: number): Promise<Response>
}

const hives = (mark: string) => `I got hives after my Emgality injection, note ${mark}`
const chat = (target: Target, body: unknown, from: string) => post(`${target.url}/api/v1/widget/chat`, body, widget(target, from))

/** What no message may be, each with the report at its beginning. */
const badForms: ((mark: string) => unknown)[] = [
  (mark) => `{"message": "${hives(mark)}`,
  (mark) => ({ message: `${hives(mark)}. ${'and it itches '.repeat(400)}` }),
  (mark) => ({ message: `${hives(mark)}. ${'and it itches '.repeat(6000)}` }),
  (mark) => ({ message: `${hives(mark)}\0` }),
  (mark) => `{"message": "${hives(mark)} \\ud800"}`,
  (mark) => ({ message: hives(mark), page_url: `https://example.org/${'a'.repeat(5000)}` }),
  (mark) => ({ message: hives(mark), session_token: 'b'.repeat(5000) }),
]

export const families: Family[] = [
  {
    name: 'of six other addresses',
    everyMs: 1000,
    send: (target, mark, count) => chat(target, { message: hives(mark) }, `203.0.113.${20 + (count % 6)}`),
  },
  {
    name: 'of the address whose rate is spent',
    everyMs: 2000,
    send: (target, mark) => chat(target, { message: hives(mark) }, floodingVisitor),
  },
  {
    name: 'malformed or too long',
    everyMs: 2000,
    send: (target, mark, count) => chat(target, badForms[count % badForms.length]?.(mark), `203.0.113.${100 + (count % 100)}`),
  },
  {
    name: 'signed, of a platform, which sends what got 503 again',
    tries: 5,
    everyMs: 1000,
    send: (target, mark) => {
      const parameters = { event_description: hives(mark), severity: 'mild' }
      const body = JSON.stringify({ conversation_id: `call-${mark}`, function_name: 'flag_adverse_event', parameters })
      const headers = { ...signed(target, `msg-${mark}`, body), 'x-forwarded-for': '203.0.113.200' }
      return post(`${target.url}/v1/voice/webhook`, body, headers)
    },
  },
]

async function answered(family: Family, target: Target, mark: string, count: number): Promise<Response> {
  for (let left = (family.tries ?? 1) - 1; ; left--) {
    const response = await family.send(target, mark, count)
    if (response.status !== 503 || left === 0) return response
    await response.arrayBuffer()
    await setTimeout(2000)
  }
}

/** Why it was refused, in the answer's words. */
const reasonOf = (text: string) => (JSON.parse(text) as { detail?: string }).detail ?? text.slice(0, 100)

export interface SentReport {
  family: string
  mark: string
  answer: string
  ms: number
}

/** Sends the reports of a family until `end`, each from its turn on, whatever became of the last. */
export async function report(family: Family, target: Target, end: number): Promise<SentReport[]> {
  const sent: Promise<SentReport>[] = []
  const letters = family.name.replaceAll(/[^a-z]/g, '').slice(0, 12)
  for (let count = 0; Date.now() < end; count++) {
    // No mark begins another.
    const mark = `${letters}${String(count).padStart(5, '0')}`
    const start = performance.now()
    sent.push(
      answered(family, target, mark, count)
        .then((response) => response.text().then((text) => `${response.status}${response.status === 503 ? ` ${reasonOf(text)}` : ''}`))
        .catch((error: Error) => error.name)
        .then((answer) => ({ family: family.name, mark, answer, ms: performance.now() - start })),
    )
    await setTimeout(family.everyMs)
  }
  return Promise.all(sent)
}

/** What a stopped service's database holds of reports, and how many rows refusals left. */
export async function keptIn({ pool }: Database) {
  const texts = await pool.query<{ text: string }>(`
    SELECT event_description AS text FROM adverse_event UNION ALL SELECT event_description FROM gathered_report
    UNION ALL SELECT content FROM unread_message`)
  const refusals = await pool.query<{ rows: number; times: number }>(
    "SELECT count(*)::integer AS rows, coalesce(sum(times), 0)::integer AS times FROM audit_event WHERE action = 'request.refused'",
  )
  const cases = await pool.query<{ cases: number }>("SELECT count(*)::integer AS cases FROM adverse_event WHERE source = 'chat'")
  const all = texts.rows.map(({ text }) => text).join('\n')
  return { has: (mark: string) => all.includes(mark), refusals: refusals.rows[0], cases: cases.rows[0]?.cases ?? 0 }
}
