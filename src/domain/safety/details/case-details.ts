import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'

/** What a safety report says of a case beside what happened (docs/safety-reporting.md); null is not known. */
export type CaseDetails = Pick<
  AdverseEvent,
  | 'reporter'
  | 'reporterMayBeContacted'
  | 'reporterName'
  | 'reporterContact'
  | 'onset'
  | 'outcome'
  | 'dose'
  | 'route'
  | 'lotNumber'
  | 'ndcCode'
  | 'therapyStart'
  | 'therapyEnd'
  | 'indication'
  | 'concomitantMedications'
>
export type DetailName = keyof CaseDetails

/** Where words stand: in a message of the chat, in an utterance or the transcript of a call; without any, in the description of the case. */
export interface StatementPlace {
  chatMessageId?: number
  utteranceId?: number
  voiceCallId?: number
}

/** Something that a person said or wrote. */
export interface Statement {
  text: string
  place: StatementPlace
  /** Where it begins in its place, which may hold more; 0 where nothing is said. */
  offset?: number
}

/** A detail that was read out of words, kept with the case. */
export interface DetailEvidence extends StatementPlace {
  field: DetailName
  value: string
  /** As they were said; `start` and `end` are their UTF-16 offsets in the text of the place, `end` exclusive. */
  words: string
  start: number
  end: number
}

/** The columns of what was read, one value for each: of several, the first that was said. */
export function columnsOf(evidence: readonly DetailEvidence[]): Partial<CaseDetails> {
  const columns: Record<string, unknown> = {}
  for (const { field, value } of evidence) {
    if (field === 'concomitantMedications') columns[field] = [...new Set([...((columns[field] as string[]) ?? []), value])]
    else columns[field] ??= field === 'reporterMayBeContacted' ? value === 'true' : value
  }
  return columns as Partial<CaseDetails>
}

/** Of what was read later, whatever a case does not say yet: what staff entered, and what was said first, stays. */
export function missingIn(known: CaseDetails, evidence: readonly DetailEvidence[]): DetailEvidence[] {
  return evidence.filter(({ field }) => {
    const value = known[field]
    return value === null || (Array.isArray(value) && value.length === 0)
  })
}
