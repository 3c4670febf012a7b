import { createHmac, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { hostileTexts } from '../../test/support/hostile-texts.ts'

/** Where an attack goes, and what it may use: the public key of the widget, and a stolen one of the platform. */
export interface Target {
  url: string
  apiKey: string
  widgetKey: string
  webhookSecret: string
}

/** An attack: one step of it, sent again and again. @returns the status of the answer, or what became of it */
export interface Attack {
  name: string
  /** Steps a second, all senders together. */
  rate: number
  /** How many send at once, each as soon as it was answered; without it a step comes at its rate. */
  connections?: number
  /** Steps that may be under way at once; 50 by default, since two cores cannot hold many more connections. */
  most?: number
  step(target: Target, count: number): Promise<number | string>
}

/** An address of its own for each visitor: the service trusts one proxy. */
const address = (count: number) => `198.51.${Math.floor(count / 250) % 250}.${1 + (count % 250)}`

export async function post(url: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })
}

export async function statusOf(request: Promise<Response>): Promise<number> {
  const response = await request
  await response.arrayBuffer()
  return response.status
}

export const widget = ({ widgetKey }: Target, visitor: string) => ({ 'x-api-key': widgetKey, 'x-forwarded-for': visitor })
export const staff = ({ apiKey }: Target) => ({ authorization: `Bearer ${apiKey}` })

const messages = hostileTexts(4000).map(([, text]) => text)
/** A few at a time: all of them together would not fit into the memory. */
const transcript = (count: number) => (hostileTexts(1_000_000, [names[count % names.length] ?? ''])[0] ?? ['', ''])[1]
const names = hostileTexts(1).map(([name]) => name)
const oneOf = <T>(list: readonly T[], count: number): T => list[count % list.length] as T

export function signed(
  { webhookSecret }: Target,
  id: string,
  body: string,
  seconds = Math.floor(Date.now() / 1000),
): Record<string, string> {
  const key = Buffer.from(webhookSecret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
}

/** Sends the headers of a signed request and then a byte a second, from an address of its own: a body that is read for as long as it may. */
function slowBody(target: Target, count: number): Promise<string> {
  const { hostname, port } = new URL(target.url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const { 'webhook-signature': signature, 'webhook-timestamp': timestamp } = signed(target, 'slow', '')
    socket.write(
      `POST /v1/voice/webhook HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n` +
        `X-Forwarded-For: ${address(count)}\r\nwebhook-id: slow\r\nwebhook-timestamp: ${timestamp}\r\nwebhook-signature: ${signature}\r\n\r\n`,
    )
    const drip = setInterval(() => socket.write(' '), 1000)
    let answer = ''
    socket
      .on('data', (data) => (answer ||= String(data).slice(9, 12)))
      .on('error', () => {})
      .on('close', () => {
        clearInterval(drip)
        resolve(answer || 'cut')
      })
  })
}

let recorded: { body: string; headers: Record<string, string> } | undefined

export const attacks: Attack[] = [
  {
    name: 'hostile chat messages',
    rate: 1.5,
    step: (target, count) =>
      statusOf(post(`${target.url}/api/v1/widget/chat`, { message: oneOf(messages, count) }, widget(target, address(count)))),
  },
  {
    name: 'thirty searches a document',
    rate: 4,
    step: (target, count) => {
      const fields = Array.from({ length: 30 }, (_, alias) => `a${alias}: search(query: "how do I store it ${count} ${alias}") { total }`)
      return statusOf(post(`${target.url}/graphql`, { query: `{ ${fields.join(' ')} }` }, widget(target, '203.0.113.7')))
    },
  },
  {
    name: 'searches of one visitor',
    rate: 20,
    step: (target, count) => {
      const body = { query: `how do I store number ${count}` }
      return statusOf(post(`${target.url}/api/v1/widget/search`, body, widget(target, '203.0.113.8')))
    },
  },
  {
    name: 'made-up side effects of one visitor',
    rate: 4,
    step: (target, count) => {
      const body = { message: `I got a rash number ${count} after my injection` }
      return statusOf(post(`${target.url}/api/v1/widget/chat`, body, widget(target, '203.0.113.9')))
    },
  },
  {
    name: 'hostile transcripts',
    rate: 0.05,
    step: (target, count) => {
      const body = { conversation_id: `hostile-${count}`, status: 'completed', transcript: transcript(count) }
      return statusOf(post(`${target.url}/v1/webhooks/voice/post-call`, body, staff(target)))
    },
  },
  {
    name: 'guessed identities, each in a new conversation',
    rate: 10,
    step: (target, count) => {
      const parameters = { first_name: `Guess${count}`, last_name: 'Last7', dob: '1940-01-08', member_id: 'MEM-7' }
      const body = { conversation_id: `guess-${count}`, function_name: 'patient_lookup', parameters }
      return statusOf(post(`${target.url}/v1/voice/webhook`, body, staff(target)))
    },
  },
  {
    name: 'keys that do not exist',
    rate: 40,
    step: (target) => statusOf(fetch(`${target.url}/v1/patients/1`, { headers: { authorization: `Bearer care_${randomUUID()}` } })),
  },
  {
    name: 'a recorded webhook, replayed',
    rate: 10,
    step: (target, count) => {
      if (!recorded || count % 1000 === 0) {
        const parameters = { event_description: 'A rash', severity: 'mild' }
        const body = JSON.stringify({ conversation_id: `recorded-${count}`, function_name: 'flag_adverse_event', parameters })
        recorded = { body, headers: signed(target, `msg-${count}`, body) }
      }
      return statusOf(post(`${target.url}/v1/voice/webhook`, recorded.body, recorded.headers))
    },
  },
  {
    name: 'unsigned bodies of 1 MB',
    rate: 1,
    step: (target) => {
      const headers = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': 'v1,AAAA' }
      return statusOf(post(`${target.url}/v1/voice/webhook`, `"${'x'.repeat(1_000_000)}"`, headers))
    },
  },
  { name: 'bodies that never end, each of another address', rate: 40, most: 200, step: slowBody },
  {
    name: 'documents too large, deep and wide',
    rate: 4,
    step: (target, count) => {
      const query = oneOf(
        [
          `{ ${'a: patients { edges { node { id } } } '.repeat(500)} }`,
          `{ voiceCalls(first: 1000) { edges { node { utterances(first: 1000) { edges { node { text } } } } } } }`,
          `{ ${'patients { edges { node { medications { id } } } } '.repeat(25)} }`,
          `query($ids: [Int!]) { contentSources(filter: { ids: $ids }) { edges { node { id } } } }`,
        ],
        count,
      )
      const variables = { ids: Array.from({ length: 40_000 }, (_, id) => id) }
      return statusOf(post(`${target.url}/graphql`, { query, variables: query.includes('$ids') ? variables : {} }, staff(target)))
    },
  },
]
