import { rowsBelowHeading } from '../../../platform/table-file.ts'
import type { PayerRejection } from './eligibility.ts'

interface ReasonRow {
  description: string
  fault: string
  resolution: string
}

const reasons = new Map<string, ReasonRow>(
  rowsBelowHeading(new URL('aaa-codes.tsv', import.meta.url)).map(([code = '', description = '', fault = '', resolution = '']) => [
    code,
    { description, fault, resolution },
  ]),
)

/** Clearinghouses' words for AAA04, letters only, with the code. */
const followUps: Record<string, string> = {
  PLEASECORRECTANDRESUBMIT: 'C',
  RESUBMISSIONNOTALLOWED: 'N',
  PLEASERESUBMITORIGINALTRANSACTION: 'P',
  RESUBMISSIONALLOWED: 'R',
  DONOTRESUBMITINQUIRYINITIATEDTOATHIRDPARTY: 'S',
  PLEASEWAITDAYSANDRESUBMIT: 'W',
  DONOTRESUBMITWEWILLHOLDYOURREQUESTANDRESPONDAGAINSHORTLY: 'Y',
}

const day = 86_400

/** A rejection with its resolution. If the payer gives no description, it gets the standard's. */
export function rejectionOf(said: {
  code: string | null
  description: string | null
  followUpAction: string | null
  place: string | null
}): PayerRejection {
  const reason = reasons.get(said.code ?? '')
  return {
    code: said.code ?? '',
    description: said.description ?? reason?.description ?? 'No reason given',
    followUpAction: said.followUpAction,
    place: said.place,
    resolution:
      reason?.resolution ?? 'The payer gives a reason that this service does not know; ask the clearinghouse, or verify by phone.',
  }
}

/** The standard's words for a reason. Unlike the payer's own words, they never contain patient data. */
export const standardReason = (code: string) => reasons.get(code)?.description ?? 'a reason that this service does not know'

/**
 * Whether the same request may succeed later, and after how many seconds at the earliest, if known; undefined if it may not.
 * It may with AAA03 42 and 80 (the payer cannot answer now), whatever AAA04 says, and with AAA04 P (resubmit), W (wait 30 days)
 * and X (wait 10 days). S and Y ("do not resubmit": the payer investigates, but its answer will not reach us) wait a day, our own
 * choice. R ("resubmission allowed") counts only if the reason does not fault the request: a wrong member ID is still wrong a
 * minute later.
 */
export function temporary({ code, followUpAction }: PayerRejection): { retryAfterSeconds?: number } | undefined {
  const action = followUpOf(followUpAction)
  if (action === 'W') return { retryAfterSeconds: 30 * day }
  if (action === 'X') return { retryAfterSeconds: 10 * day }
  if (action === 'S' || action === 'Y') return { retryAfterSeconds: day }
  if (code === '42' || code === '80' || action === 'P') return {}
  const fault = reasons.get(code)?.fault
  return action === 'R' && fault !== 'record' && fault !== 'setup' ? {} : undefined
}

function followUpOf(action: string | null): string | undefined {
  const words = action?.toUpperCase() ?? ''
  if (words.length <= 1) return words
  const known = followUps[words.replace(/[^A-Z]/g, '')]
  return known === 'W' && /\b10\b/.test(words.replaceAll('_', ' ')) ? 'X' : known
}

/** Removes duplicates: the same rejection for the same place. */
export function onceEach(rejections: PayerRejection[]): PayerRejection[] {
  const seen = new Set<string>()
  return rejections.filter(({ code, description, followUpAction, place }) => {
    const key = JSON.stringify([code, description, followUpAction, place])
    return seen.size < seen.add(key).size
  })
}
