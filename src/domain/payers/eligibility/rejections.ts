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

/** AAA04 and the words clearinghouses put in its place, letters only. */
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

/** A rejection as it was said. Without words of the payer's own, `description` is the standard's. */
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

/** The standard's words for a reason, which never hold patient data, as the payer's own might. */
export const standardReason = (code: string) => reasons.get(code)?.description ?? 'a reason that this service does not know'

/**
 * Whether the same request may succeed later, and if so after how many seconds at the earliest, where the payer says.
 * It may with AAA03 42 and 80 (the payer cannot answer now) whatever AAA04 says, and with AAA04 P (resubmit), W (wait
 * 30 days) and X (10 days). S and Y ("do not resubmit": it looks further, its answer will not reach us) wait a day,
 * which is our figure. R ("resubmission allowed") counts only where the reason does not fault what was sent: the same
 * wrong member ID is as wrong a minute later.
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

/** Without those that say again what another one said of the same place. */
export function onceEach(rejections: PayerRejection[]): PayerRejection[] {
  const seen = new Set<string>()
  return rejections.filter(({ code, description, followUpAction, place }) => {
    const key = JSON.stringify([code, description, followUpAction, place])
    return seen.size < seen.add(key).size
  })
}
