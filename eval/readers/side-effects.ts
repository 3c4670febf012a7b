import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { isHeldOut, type Labelled, phoneTable, psytar } from '../corpora/sentences.ts'
import { haveSharedData } from '../corpora/shared-data.ts'
import { detected, missing, type Result } from '../measured.ts'
import { byAspect } from './verdicts.ts'

const isReport = (kinds: string) => (kinds.startsWith('emergency') || kinds.includes('adverse_event') ? 'report' : '')

const seen = (rows: readonly Labelled[]) =>
  rows.map(({ text, adverse }) => ({ is: adverse, found: assessMessage(text, []).adverseEvent !== null }))

/** Reports of side effects in chat messages. An emergency counts as one: staff get a case of each. */
export function measure(): Result[] {
  const patients = 'PsyTAR, reviews that trained nothing'
  return [
    ...byAspect(isReport, ({ expected }) => !expected.some((kinds) => kinds.startsWith('emergency'))),
    detected('sentences of callers', 'regression', seen(phoneTable())),
    haveSharedData('psytar_dev.jsonl') ? detected(patients, 'held out', seen(psytar().filter(isHeldOut))) : missing(patients, 'held out'),
  ]
}
