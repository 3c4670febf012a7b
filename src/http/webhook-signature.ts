import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { HttpProblem } from './problem.ts'

/** The caller of a signed request, as audit events name it. It may do what the routes that take signatures do. */
const platform = {
  id: 'VOICE_WEBHOOK_SECRET',
  owner: 'VOICE_WEBHOOK_SECRET',
  scopes: new Set(['voice:webhook'] as const),
  widgetClientId: null,
  staffMemberId: null,
}

/** How old a signature may be, and how far its clock may be ahead of ours, in seconds (docs/contract.md, Webhook authentication). */
const oldestSeconds = 300
const aheadSeconds = 60

/** A signed message: the sender's ID of it, and a hash of its body. */
export interface SignedMessage {
  id: string
  bodyHash: string
}

/** The message that a request delivers, if it was signed. */
export const signedMessageOf = (response: Response): SignedMessage | undefined => response.locals.signedMessage as SignedMessage | undefined

/**
 * Lets a request pass that is signed as Standard Webhooks says, over the raw body and not more than five minutes old or one minute ahead;
 * one that brings a key is left to `byKey`, and one with neither gets its 401. The body is read before the permission
 * is known, because it is what is signed. (The specification's own package hashes in JavaScript: 70 ms for a large body,
 * while live calls wait.)
 * @param read reads the body (`readUnprovenBody`)
 * @param prove hears of each request whose signature is right
 */
export function signedOr(
  byKey: RequestHandler,
  secrets: readonly string[],
  read: RequestHandler,
  prove: (request: Request) => void,
): RequestHandler {
  const keys = secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
  return async (request, response, next) => {
    if (request.headers.authorization !== undefined || request.headers['webhook-signature'] === undefined) {
      await byKey(request, response, next)
      return
    }
    const { id, timestamp, signatures } = presented(request)
    const age = Date.now() / 1000 - Number(timestamp)
    const isRecent = /^\d{1,12}$/.test(timestamp) && age <= oldestSeconds && age >= -aheadSeconds
    // With a dot in the ID, `id.timestamp.body` may be read in two ways, and one signature is right for both.
    if (keys.length === 0 || id === '' || id.includes('.') || !isRecent) throw refused()
    await read(request, response, () => {})
    const expected = keys.map((key) =>
      createHmac('sha256', key)
        .update(`${id}.${timestamp}.`)
        .update(request.body as Buffer)
        .digest(),
    )
    if (!signatures.some((signature) => expected.some((one) => one.length === signature.length && timingSafeEqual(one, signature)))) {
      throw refused()
    }
    prove(request)
    const bodyHash = createHash('sha256')
      .update(request.body as Buffer)
      .digest('base64url')
    response.locals.signedMessage = { id, bodyHash } satisfies SignedMessage
    response.locals.caller = platform
    response.locals.keyIsValid = async () => true
    next()
  }
}

const refused = () =>
  new HttpProblem(
    'UNAUTHENTICATED',
    'The signature is wrong, of a secret unknown here, older than five minutes, or more than a minute ahead; or webhook-id holds a dot.',
  )

/** The headers of the specification; of several signatures, those of the version `v1`. */
function presented({ headers }: Request) {
  const text = (name: string) => String(headers[name] ?? '')
  const signatures = text('webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
  return { id: text('webhook-id'), timestamp: text('webhook-timestamp'), signatures }
}
