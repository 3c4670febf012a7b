import { sentencesOf } from '../../../language/sentences.ts'
import { adverseThreshold, kindsOf, scoreReading } from './adverse-score.ts'
import { type ReportKind, reportKinds } from './report-kinds.ts'
import { type SeriousnessCriterion, seriousnessOf } from './seriousness.ts'
import { read } from './symptom-reading.ts'

/** What the description of a case tells. */
export interface ReportContent {
  /** At least one: a side effect where the words do not tell. */
  kinds: ReportKind[]
  seriousness: SeriousnessCriterion[]
}

/** A description may be long; what it is of stands in its beginning. */
const mostSentences = 60

/** Reads what a description, in whoever's words, is a report of, and the criteria of seriousness that it meets. */
export function reportContent(description: string): ReportContent {
  const readings = sentencesOf(description)
    .filter(({ words }) => words.length > 0)
    .slice(0, mostSentences)
    .map((sentence) => read(sentence))
  const found = new Set(readings.filter((reading) => scoreReading(reading) >= adverseThreshold).flatMap((reading) => kindsOf([reading])))
  const kinds = reportKinds.filter((kind) => found.has(kind))
  return { kinds: kinds.length > 0 ? kinds : ['side_effect'], seriousness: seriousnessOf(readings) }
}
