import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type AaaError, type Asked, answer271, type MemberPlan, rejection271 } from './answer-271.ts'

export type FakeClearinghouse = Awaited<ReturnType<typeof startFakeClearinghouse>>

/** What can happen to one request in place of an answer. */
export type Mishap =
  | { status: number; retryAfter?: string | number; location?: string; body?: unknown }
  | { aaa: AaaError[] }
  /** Whatever it is, written as JSON; a string as it is. */
  | { answer: unknown }
  | 'malformed'
  | 'not json'
  | 'empty'
  | 'huge'
  | 'hangs'
  | 'hangs halfway'
  | 'cut connection'

interface AskedCheck {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: Asked
}

/**
 * The far end of `ELIGIBILITY_URL`: takes the JSON form of a 270 and answers with a 271 as flat JSON. Members are known
 * by their ID; others are not found (AAA 75). Mishaps happen to the next requests, one each, whoever is asked about;
 * `memberMishaps` to every request about a member.
 */
export async function startFakeClearinghouse({ apiKey = 'test-key' } = {}) {
  const held = new Set<() => void>()
  const fake = {
    members: new Map<string, MemberPlan>(),
    mishaps: [] as Mishap[],
    memberMishaps: new Map<string, Mishap>(),
    always: undefined as Mishap | undefined,
    /** How long the payer takes, in milliseconds. */
    latencyMs: 0,
    /** What it was asked, with headers. */
    asked: [] as AskedCheck[],
    /** How many requests hang now. */
    hanging: () => held.size,
  }
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    const body = request.method === 'POST' ? JSON.parse(text) : {}
    fake.asked.push({ method: request.method, url: request.url, headers: request.headers, body })
    const memberId: string = body.subscriber?.memberId ?? ''
    if (fake.latencyMs > 0) await wait(fake.latencyMs)
    const mishap = fake.mishaps.shift() ?? fake.memberMishaps.get(memberId) ?? fake.always
    if (mishap !== undefined) return happen(response, mishap, body, held)
    if (request.headers.authorization !== `Key ${apiKey}`) return send(response, 401, { message: 'Unauthorized' })
    const plan = fake.members.get(memberId)
    send(response, 200, plan ? answer271(body, plan) : rejection271(body, [notFound]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/change/medicalnetwork/eligibility/v3`
  return Object.assign(fake, {
    url,
    env: { ELIGIBILITY_URL: url, ELIGIBILITY_API_KEY: apiKey },
    async [Symbol.asyncDispose]() {
      for (const release of held) release()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

const notFound: AaaError = {
  code: '75',
  description: 'Subscriber/Insured Not Found',
  followupAction: 'Please Correct and Resubmit',
}

async function happen(response: ServerResponse, mishap: Mishap, asked: Asked, held: Set<() => void>): Promise<void> {
  if (typeof mishap === 'object') {
    if ('aaa' in mishap) return send(response, 200, rejection271(asked, mishap.aaa))
    if ('answer' in mishap) return send(response, 200, mishap.answer)
    if (mishap.retryAfter !== undefined) response.setHeader('retry-after', mishap.retryAfter)
    if (mishap.location !== undefined) response.setHeader('location', mishap.location)
    // A careless far end says in its errors what it was asked.
    return send(response, mishap.status, mishap.body ?? { message: 'failing on purpose', request: asked })
  }
  if (mishap === 'malformed') return send(response, 200, JSON.stringify(answer271(asked, {})).slice(0, -20))
  if (mishap === 'not json') return send(response, 200, `<html>Maintenance. You asked: ${JSON.stringify(asked)}</html>`)
  if (mishap === 'empty') return send(response, 200, '')
  if (mishap === 'huge') return send(response, 200, { ...answer271(asked, {}), padding: 'x'.repeat(5 * 1024 * 1024) })
  if (mishap === 'cut connection') return void response.socket?.destroy()
  if (mishap === 'hangs halfway') response.writeHead(200, { 'content-type': 'application/json' }).write('{"benefitsInformation": [')
  const { promise, resolve } = Promise.withResolvers<void>()
  held.add(resolve)
  response.on('close', resolve)
  await promise
  held.delete(resolve)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
