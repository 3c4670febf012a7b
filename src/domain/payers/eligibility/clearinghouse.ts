import { benefitsOf } from './benefits-of.ts'
import { type EligibilityAnswer, type EligibilityDriver, type PayerRejection, PayerUnavailable } from './eligibility.ts'
import { post, type Reply } from './post-270.ts'
import { read271 } from './read-271.ts'
import { standardReason, temporary } from './rejections.ts'
import { type AskingProvider, request270 } from './request-270.ts'

export interface ClearinghouseSettings {
  /** The full address of the eligibility endpoint. */
  url: string
  /** Sent as `Authorization: Key …`; a key with a scheme of its own ("Bearer …") is sent as it is. */
  apiKey: string
  /** Payers answer in 2.4 s at the median and 30 s at the 99th percentile. */
  timeoutMs: number
  provider?: AskingProvider
}

/**
 * Asks payers through a clearinghouse that takes the JSON form of an X12 270 (Stedi's legacy JSON endpoint, Change
 * Healthcare) and answers with a 271 in any form that `read271` reads. It sends one request; the caller decides on retries:
 *
 * - Temporary failures are thrown as `PayerUnavailable`: no connection, time-outs, 408, 429 and 5xx (with `Retry-After`),
 *   answers that are too large or unreadable, and rejections that are `temporary`. Its reason is in our words and holds no
 *   patient data; its rejections are in the payer's words.
 * - Permanent failures are an answer with rejections: the payer's own, or, for any other status (401 or 403 for a wrong key; 404
 *   or a redirect, which is never followed, for a wrong address; a malformed request), one with the code `HTTP 401` and so on
 *   and the place `clearinghouse`, which tells staff what to fix.
 *
 * An answer with both benefits and rejections keeps both, even if the rejections are temporary.
 */
export function createClearinghouse({ url, apiKey, timeoutMs, provider }: ClearinghouseSettings): EligibilityDriver {
  return {
    name: 'clearinghouse',
    async check(request, signal) {
      const reply = await post({ url, apiKey, timeoutMs, body: request270(request, provider) }, signal)
      return reply.status === 200 ? answerOf(reply) : refusedBy(reply)
    },
  }
}

function answerOf({ body }: Reply): EligibilityAnswer {
  const response = body === undefined ? null : read271(body)
  if (!response) throw new PayerUnavailable('The clearinghouse answered in a form that cannot be read.')
  if (response.entries.length === 0) throwIfTemporary(response.rejections)
  return { ...benefitsOf(response), raw: body }
}

/** Throws only if all rejections are temporary: one that asks for a correction makes a retry pointless. */
function throwIfTemporary(rejections: PayerRejection[]): void {
  const waits = rejections.map(temporary)
  const [first] = rejections
  if (!first || waits.includes(undefined)) return
  const retryAfterSeconds = Math.max(...waits.map((wait) => wait?.retryAfterSeconds ?? 0)) || undefined
  throw new PayerUnavailable(`The payer cannot answer now: ${standardReason(first.code)} (AAA ${first.code}).`, {
    retryAfterSeconds,
    rejections,
  })
}

function refusedBy({ status, body }: Reply): EligibilityAnswer {
  const response = body === undefined ? null : read271(body)
  const refusal: PayerRejection = {
    code: `HTTP ${status}`,
    description: `The clearinghouse answered with status ${status}`,
    followUpAction: null,
    place: 'clearinghouse',
    resolution: resolutionOf(status),
  }
  return {
    benefits: {},
    planName: null,
    groupNumber: null,
    planBegin: null,
    planEnd: null,
    authorizations: [],
    rejections: [refusal, ...(response?.rejections ?? [])],
    notes: [],
    raw: body ?? null,
  }
}

function resolutionOf(status: number): string {
  if (status === 401 || status === 403) {
    return 'The clearinghouse does not accept the key (ELIGIBILITY_API_KEY), or the key may not ask this payer; have whoever runs this service check it.'
  }
  if (status === 404 || status === 405 || (status >= 300 && status < 400)) {
    return 'The address of the clearinghouse (ELIGIBILITY_URL) is not that of its eligibility checks; have whoever runs this service correct it.'
  }
  return "The clearinghouse does not take the request; check the payer's ID at the clearinghouse, the provider's NPI, and the patient's name, date of birth and member ID."
}
