import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'

/** What of a request is signed beside its body. */
interface SignedRequest {
  /** The value of the scheme's header. */
  signature: string
  /** Another header; empty where it is missing. */
  header(name: string): string
  /** The address as the platform has it. */
  url: string
  /** Milliseconds since 1970. */
  now: number
}

/** Checks one body as it comes: so one that is too long to be kept is checked, too. */
interface Check {
  update(chunk: Buffer): void
  /** @param body all of it; undefined where it was too long to be kept */
  isRight(body: Buffer | undefined): boolean
}

/** How a platform signs what it sends. */
export interface SignatureScheme {
  /** Without this header nothing of a request is read. */
  header: string
  /** @returns undefined where the header is malformed, or its time is none that the platform can have */
  check(secret: string, request: SignedRequest): Check | undefined
}

/** Compares in constant time what is no secret in its length. */
function isEqual(one: string, other: string): boolean {
  const [own, given] = [Buffer.from(one), Buffer.from(other)]
  return own.length === given.length && timingSafeEqual(own, given)
}

function checkOf(hmac: Hmac, given: string, { last = '', encoding = 'hex' as 'hex' | 'base64' } = {}): Check {
  return {
    update: (chunk) => hmac.update(chunk),
    isRight: () => isEqual(hmac.update(last).digest(encoding), given),
  }
}

const minute = 60_000

/**
 * `webhook-id`, `webhook-timestamp` and `webhook-signature: v1,<base64>` over id, time and body with points between, as an HMAC credential
 * of Vapi's can be told to sign (server-sdk 2.0.1, `HmacAuthenticationPlan`). Whether its time is in seconds or milliseconds is not
 * documented: both are taken, five minutes off at most.
 */
export const vapiSignature: SignatureScheme = {
  header: 'webhook-signature',
  check(secret, { signature, header, now }) {
    const [id, time] = [header('webhook-id'), header('webhook-timestamp')]
    const digest = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature)?.[1]
    // With a point in it, two ids and times would sign alike.
    if (digest === undefined || !/^[^.]{1,255}$/.test(id) || !/^(?:\d{10}|\d{13})$/.test(time)) return undefined
    const sent = time.length === 10 ? Number(time) * 1000 : Number(time)
    if (Math.abs(now - sent) > 5 * minute) return undefined
    return checkOf(createHmac('sha256', secret).update(`${id}.${time}.`), digest, { encoding: 'base64' })
  },
}

/** `v=<ms>,d=<hex>`: of the body and the time, which may be five minutes off (retell-sdk 5.66.1, `webhook_auth`). */
export const retellSignature: SignatureScheme = {
  header: 'x-retell-signature',
  check(secret, { signature, now }) {
    const [, time = '', digest = ''] = /^v=(\d{1,15}),d=([0-9a-f]{64})$/i.exec(signature) ?? []
    if (digest === '' || Math.abs(now - Number(time)) > 5 * minute) return undefined
    return checkOf(createHmac('sha256', secret), digest.toLowerCase(), { last: time })
  },
}

/**
 * `t=<s>,v0=<hex>`: of the time, a point and the body (elevenlabs-js 2.73.0, `constructEvent`). It may be thirty minutes old; unlike the
 * vendor's code we take none of a future farther off than five.
 */
export const elevenlabsSignature: SignatureScheme = {
  header: 'elevenlabs-signature',
  check(secret, { signature, now }) {
    const parts = signature.split(',').map((part) => part.trim())
    const time = /^t=(\d{1,12})$/.exec(parts.find((part) => part.startsWith('t=')) ?? '')?.[1]
    const digest = /^v0=([0-9a-f]{64})$/i.exec(parts.find((part) => part.startsWith('v0=')) ?? '')?.[1]
    if (time === undefined || digest === undefined) return undefined
    const age = now - Number(time) * 1000
    if (age > 30 * minute || age < -5 * minute) return undefined
    return checkOf(createHmac('sha256', secret).update(`${time}.`), digest.toLowerCase())
  },
}

/** A longer body is not written again: whoever sent it is not known yet. */
const mostRewritten = 256 * 1024

/** Hex of the body. No time is signed: what comes again is told by its content. */
export const blandSignature: SignatureScheme = {
  header: 'x-webhook-signature',
  check(secret, { signature }) {
    if (!/^[0-9a-f]{64}$/i.test(signature)) return undefined
    const asSent = checkOf(createHmac('sha256', secret), signature.toLowerCase())
    return {
      update: asSent.update,
      // The vendor's sample signs the body as JavaScript writes it again (docs.bland.ai/tutorials/webhook-signing).
      isRight: (body) =>
        asSent.isRight(body) || (body !== undefined && body.length <= mostRewritten && isRewritten(secret, body, signature.toLowerCase())),
    }
  },
}

function isRewritten(secret: string, body: Buffer, digest: string): boolean {
  try {
    const again = JSON.stringify(JSON.parse(body.toString()))
    return isEqual(createHmac('sha256', secret).update(again).digest('hex'), digest)
  } catch {
    return false
  }
}

/** A longer form is none of Twilio's, and is not taken apart: whoever sent it is not known yet. */
const longestForm = 64 * 1024

/** Base64 of the address, and of every field of the form by name, as name and value (twilio 6.2, `getExpectedTwilioSignature`). */
export const twilioSignature: SignatureScheme = {
  header: 'x-twilio-signature',
  check(secret, { signature, url }) {
    if (!URL.canParse(url)) return undefined
    return {
      update: () => {},
      isRight(body) {
        if (body === undefined || body.length > longestForm) return false
        const fields = fieldsByName(body)
        return spellings(url).some((one) =>
          isEqual(
            createHmac('sha1', secret)
              .update(one + fields)
              .digest('base64'),
            signature,
          ),
        )
      },
    }
  },
}

function fieldsByName(form: Buffer): string {
  const fields = new Map<string, Set<string>>()
  for (const [name, value] of new URLSearchParams(form.toString())) fields.set(name, (fields.get(name) ?? new Set()).add(value))
  return [...fields.keys()]
    .toSorted()
    .flatMap((name) => [...(fields.get(name) ?? [])].toSorted().map((value) => name + value))
    .join('')
}

/** Twilio signs the address with its port or without it. */
function spellings(url: string): string[] {
  const { protocol, host, port, pathname, search } = new URL(url)
  const withPort = port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host
  const withoutPort = host.replace(/:\d+$/, '')
  return [...new Set([url, `${protocol}//${withPort}${pathname}${search}`, `${protocol}//${withoutPort}${pathname}${search}`])]
}
