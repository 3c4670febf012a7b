import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Request } from 'express'
import type { HttpDependencies } from '../http/dependencies.ts'
import { HttpProblem } from '../http/problem.ts'
import { publicUrlOf } from '../http/public-url.ts'
import { addressOf } from '../http/visitor.ts'
import { createSlots } from '../platform/slots.ts'
import { type MessageBody, readMessage } from './message-body.ts'
import type { Proof, Secret } from './platforms.ts'
import type { SignatureScheme } from './signatures.ts'

/** How long a signed body waits for a place among those that are read, and how often it asks, in milliseconds. */
const place = { patienceMs: 5_000, everyMs: 100 }
/** Bodies that wait, of all connections and of one: a crowd of strangers costs no more, and takes no other's turn. */
const waiting = createSlots({ most: 512, share: 256 })

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(hashOf(one), hashOf(other))

/**
 * Reads a request whose proof is right. Where that is a header, bodies of strangers take no place; where it is a signature, the body
 * takes one among those of unproven senders, and is checked as it comes.
 * @throws HttpProblem NOT_FOUND where there is no such connection; UNAUTHENTICATED where no secret is right
 */
export async function authenticatedBody(http: HttpDependencies, proof: Proof, request: Request) {
  const { provider, connection } = request.params
  const id = /^\d{1,9}$/.test(String(connection)) ? Number(connection) : 0
  let body: MessageBody | undefined
  const proves = async (secrets: readonly Secret[]): Promise<boolean> => {
    if ('header' in proof) {
      const read = await signedBody(http, proof, request, secrets)
      body = read
      return read !== undefined
    }
    const presented = proof.presented(request).filter((one) => one !== undefined)
    // Every one is compared, so that time tells nothing of which is right.
    return presented.flatMap((one) => secrets.map((secret) => isSame(one, proof.expected(secret)))).includes(true)
  }
  const caller = await http.core.authenticatePlatform({ provider: String(provider), id }, proves)
  if (caller === 'unknown') throw nothingHere()
  if (caller === 'refused') {
    throw new HttpProblem('UNAUTHENTICATED', 'The secret or the signature is missing or wrong.', {
      'WWW-Authenticate': 'Bearer realm="care-outreach"',
    })
  }
  return { caller, body: body ?? (await readMessage(request, { timeoutMs: http.bodyTimeoutMs })) }
}

export const nothingHere = () => new HttpProblem('NOT_FOUND', 'There is nothing at this address.')

/** @returns undefined where the signature is by none of the secrets */
async function signedBody(
  http: HttpDependencies,
  scheme: SignatureScheme,
  request: Request,
  secrets: readonly Secret[],
): Promise<MessageBody | undefined> {
  const header = (name: string) => request.get(name) ?? ''
  const signed = { signature: header(scheme.header), header, url: publicUrlOf(request) + request.originalUrl, now: Date.now() }
  const checks = signed.signature === '' ? [] : secrets.flatMap(({ secret }) => scheme.check(secret, signed) ?? [])
  if (checks.length === 0) return undefined
  const reading = await placeFor(http, request)
  const onChunk = (chunk: Buffer) => {
    reading.take(chunk.length)
    for (const check of checks) check.update(chunk)
  }
  try {
    const body = await readMessage(request, { timeoutMs: http.bodyTimeoutMs, onChunk, signal: reading.signal })
    const whole = 'bytes' in body ? body.bytes : undefined
    if (!checks.map((check) => check.isRight(whole)).includes(true)) return undefined
    http.unprovenBodies.prove(addressOf(request))
    return body
  } finally {
    reading.end()
  }
}

/** A platform's burst waits: it is not refused because many calls come from one address. */
async function placeFor({ unprovenBodies }: HttpDependencies, request: Request) {
  const address = addressOf(request)
  const now = await unprovenBodies.begin(address)
  if (now) return now
  const stopWaiting = waiting.take(`${request.params.provider} ${request.params.connection}`)
  try {
    for (const until = performance.now() + place.patienceMs; stopWaiting && performance.now() < until; ) {
      await wait(place.everyMs)
      const found = await unprovenBodies.begin(address)
      if (found) return found
    }
  } finally {
    stopWaiting?.()
  }
  throw new HttpProblem('UNAVAILABLE', 'Too many bodies are being read.', { 'Retry-After': '1', Connection: 'close' })
}
