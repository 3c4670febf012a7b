import type { Benefits } from '../benefits.ts'

/** A request to a payer (the subscriber loop of an X12 270). */
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

/** A payer's reason for rejecting a request or part of it (AAA segment of an X12 271), and what to do about it. */
export interface PayerRejection {
  /** AAA03, for example `72`. */
  code: string
  description: string
  /** AAA04 or the clearinghouse's words for it; null if there are none. */
  followUpAction: string | null
  /** The part rejected: `payer`, `provider`, `subscriber`, `dependent`, or the clearinghouse's own name for it. */
  place: string | null
  /** What staff can do, in one sentence. */
  resolution: string
}

/** A payer's answer: benefits, rejections, or both. */
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
  /** For staff: fields left empty because the answer contradicts itself or is not specific enough. */
  notes?: string[]
  /** The answer as received, for the record. */
  raw: unknown
}

/** The payer or the clearinghouse cannot answer now; the same request may succeed later. */
export class PayerUnavailable extends Error {
  /** Shown to staff; contains no patient data. */
  readonly reason: string
  readonly retryAfterSeconds: number | undefined
  /** The payer's temporary rejections, if that is the reason (AAA03 42, 80; AAA04 P, R, S, W, X, Y). */
  readonly rejections: PayerRejection[]

  constructor(reason: string, { retryAfterSeconds, rejections = [] }: { retryAfterSeconds?: number; rejections?: PayerRejection[] } = {}) {
    super(reason)
    this.name = 'PayerUnavailable'
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
    this.rejections = rejections
  }
}

/** Answers eligibility requests. A check may take half a minute. */
export interface EligibilityDriver {
  readonly name: 'sandbox' | 'clearinghouse'
  /** @throws PayerUnavailable; an AbortError if `signal` aborts */
  check(request: EligibilityRequest, signal: AbortSignal): Promise<EligibilityAnswer>
}
