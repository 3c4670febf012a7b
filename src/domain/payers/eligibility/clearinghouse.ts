import { benefitsOf } from './benefits-of.ts'
import { type EligibilityAnswer, type EligibilityDriver, type PayerRejection, PayerUnavailable } from './eligibility.ts'
import { post, type Reply } from './post-270.ts'
import { read271 } from './read-271.ts'
import { standardReason, temporary } from './rejections.ts'
import { type AskingProvider, request270 } from './request-270.ts'

export interface ClearinghouseSettings {
  /** The whole address of the eligibility endpoint. */
  url: string
  /** Sent as `Authorization: Key …`; a key that names a scheme itself ("Bearer …") is sent as it is. */
  apiKey: string
  /** Payers answer in 2.4 s at the median and 30 s at the 99th percentile. */
  timeoutMs: number
  provider?: AskingProvider
}

/**
 * Asks payers through a clearinghouse that takes the JSON form of an X12 270 (Stedi's legacy JSON endpoint, Change
 * Healthcare) and answers with a 271 in any form `read271` reads. It asks once; asking again is up to the caller:
 *
 * - What may go well later is thrown as `PayerUnavailable`: no connection, timeouts, 408, 429 and 5xx (with `Retry-After`),
 *   answers that are too large or cannot be read, and rejections that are `temporary`. Its reason is in our words and
 *   holds nothing of the patient; its rejections are in the payer's.
 * - What will not go well again is an answer: the payer's rejections, and for every other status (a wrong key, 401 or
 *   403; a wrong address, 404 or a redirect, which is never followed; a request it does not take) a rejection with the
 *   code `HTTP 401` and so on, place `clearinghouse`, that tells staff what to put right.
 *
 * An answer with benefits and rejections has both, also where the rejections are temporary.
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
  const said = body === undefined ? null : read271(body)
  if (!said) throw new PayerUnavailable('The clearinghouse answered in a form that cannot be read.')
  if (said.entries.length === 0) throwIfTemporary(said.rejections)
  return { ...benefitsOf(said), raw: body }
}

/** Only if no rejection asks for a correction: until that is made, asking again is in vain. */
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
  const said = body === undefined ? null : read271(body)
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
    rejections: [refusal, ...(said?.rejections ?? [])],
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
