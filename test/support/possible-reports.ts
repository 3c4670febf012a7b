import { roundsOf } from '../../eval/rounds/rounds.ts'
import type { VisitorRow } from '../../eval/rounds/visitors.ts'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'

/** Whether a message in English is in doubt, and of nothing else that would decide its answer. */
export const isPossibleReport = (text: string): boolean => {
  const { possibleReport, possibleEmergency, queryType, language, talk } = assessMessage(text, [])
  return possibleReport && !possibleEmergency && language === 'en' && talk === null && queryType !== 'off_topic'
}
/** Messages that are in doubt by the weights of today, whichever those are. */
export const possibleReports = roundsOf<VisitorRow>('visitors.jsonl')
  .filter(({ kind }) => kind === 'regression')
  .flatMap(({ rows }) => rows.map(({ text }) => text))
  .filter(isPossibleReport)
