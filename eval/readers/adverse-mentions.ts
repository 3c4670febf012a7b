import { adverseScore, adverseThreshold } from '../../src/domain/safety/signs/adverse-score.ts'
import { adeCorpus, isHeldOut, type Labelled, phoneTable, psytar } from '../corpora/sentences.ts'
import { haveSharedData } from '../corpora/shared-data.ts'
import { detected, missing, type Result, rowByRow } from '../measured.ts'

const isFound = (text: string) => adverseScore(text) >= adverseThreshold
const found = (rows: readonly Labelled[]) => rows.map(({ text, adverse }) => ({ is: adverse, found: isFound(text) }))

/** Reports of adverse events in calls, by sentence and by words alone. */
export function measure(): Result[] {
  const phone = phoneTable({ mended: true })
  return [
    rowByRow(
      'sentences of callers',
      'regression',
      phone,
      ({ text }) => text,
      ({ text, adverse }) => isFound(text) === adverse,
      `; ${detected('', 'regression', found(phone)).figures}`,
    ),
    haveSharedData('psytar_dev.jsonl')
      ? detected('PsyTAR, held-out reviews', 'held out', found(psytar().filter(isHeldOut)))
      : missing('PsyTAR, held-out reviews', 'held out'),
    haveSharedData('ade_corpus_dev.jsonl')
      ? detected('ADE Corpus, held-out abstracts', 'held out', found(adeCorpus().filter(isHeldOut)))
      : missing('ADE Corpus, held-out abstracts', 'held out'),
  ]
}
