import type { RequestHandler } from 'express'
import { Webhook } from 'standardwebhooks'
import { readBody } from './body.ts'
import { HttpProblem } from './problem.ts'

/** Who signed, as audit events name it. What it may do is what routes that take signatures do. */
const platform = { id: 'VOICE_WEBHOOK_SECRET', scopes: new Set(['care'] as const) }

/**
 * Lets a request pass that is signed as Standard Webhooks says, over the raw body and not more than five minutes old;
 * one that brings a key is left to `byKey`, and one with neither gets its 401. The body is read before the permission
 * is known, because it is what is signed.
 */
export function signedOr(byKey: RequestHandler, secrets: readonly string[], bodyLimit: number | undefined): RequestHandler {
  const webhooks = secrets.map((secret) => new Webhook(secret))
  const read = readBody(bodyLimit)
  return async (request, response, next) => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers
    if (request.headers.authorization !== undefined || signature === undefined) {
      await byKey(request, response, next)
      return
    }
    if (webhooks.length === 0) throw new HttpProblem('UNAUTHENTICATED', 'No secret for signatures is configured here.')
    const headers = { 'webhook-id': String(id ?? ''), 'webhook-timestamp': String(timestamp ?? ''), 'webhook-signature': String(signature) }
    await read(request, response, () => {})
    if (!webhooks.some((webhook) => isSigned(webhook, request.body as Buffer, headers))) {
      throw new HttpProblem('UNAUTHENTICATED', 'The signature is wrong or older than five minutes.')
    }
    response.locals.caller = platform
    response.locals.keyIsValid = async () => true
    next()
  }
}

function isSigned(webhook: Webhook, body: Buffer, headers: Record<string, string>): boolean {
  try {
    webhook.verify(body, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}
