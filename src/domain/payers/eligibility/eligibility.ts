import type { Benefits } from '../benefits.ts'

/** What a payer is asked (the subscriber's loop of an X12 270). */
export interface EligibilityRequest {
  /** Our short name of the payer, for example `aetna`. */
  payerId: string
  /** The payer's id at the clearinghouse; without one `payerId` is sent. */
  tradingPartnerId: string | null
  memberId: string
  firstName: string
  lastName: string
  /** `YYYY-MM-DD` */
  dateOfBirth: string
  groupNumber: string | null
}

/** Why a payer rejected a request or a part of it (X12 271, AAA segment), as it was said, with what to do about it. */
export interface PayerRejection {
  /** AAA03, for example `72`. */
  code: string
  description: string
  /** AAA04 or the clearinghouse's words for it; null where it gives none. */
  followUpAction: string | null
  /** Where it stood: `payer`, `provider`, `subscriber`, `dependent`, or what the clearinghouse called it. */
  place: string | null
  /** What staff can do, in one sentence. */
  resolution: string
}

/** What a payer said: benefits, rejections, or some of both. */
export interface EligibilityAnswer {
  benefits: Benefits
  planName: string | null
  groupNumber: string | null
  /** Plan year, `YYYY-MM-DD`. */
  planBegin: string | null
  planEnd: string | null
  /** HCPCS codes for which the payer itself says whether authorization is needed (EB11 with EB13). */
  authorizations: { hcpcs: string; required: boolean }[]
  rejections: PayerRejection[]
  /** For staff: what was left open because the answer says two things, or does not say whom or what it is of. */
  notes?: string[]
  /** As it came, for the record. */
  raw: unknown
}

/** The payer, or who stands between, cannot answer now: the same request may succeed later. */
export class PayerUnavailable extends Error {
  /** Told to staff: holds no patient data. */
  readonly reason: string
  readonly retryAfterSeconds: number | undefined
  /** What it said of it, where it is a rejection that may be sent again (AAA03 42, 80; AAA04 P, R, S, W, X, Y). */
  readonly rejections: PayerRejection[]

  constructor(reason: string, { retryAfterSeconds, rejections = [] }: { retryAfterSeconds?: number; rejections?: PayerRejection[] } = {}) {
    super(reason)
    this.name = 'PayerUnavailable'
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
    this.rejections = rejections
  }
}

/** Whoever answers for payers. A check may take half a minute. */
export interface EligibilityDriver {
  readonly name: 'sandbox' | 'clearinghouse'
  /** @throws PayerUnavailable; an AbortError when `signal` says so */
  check(request: EligibilityRequest, signal: AbortSignal): Promise<EligibilityAnswer>
}
