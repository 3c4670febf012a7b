import { readModel } from '../../language/learnt-model.ts'
import { type SectionText, sectionFeatures, wordOf } from './section-features.ts'
import { likeliestType, type SectionModel } from './section-model.ts'
import { byHeader, byHeaders, byText, type Classification } from './section-rules.ts'

/** Made by `eval/train/sections/train.ts`. */
const learnt = readModel<Pick<SectionModel, 'types' | 'bias'>>(import.meta.dirname, 'sections')
const model: SectionModel = { ...learnt.header, table: learnt.table('types') }

/**
 * Says what a passage is about, by its headings and its text, as a model does that learnt from labelled sections. Of what decided it
 * names the words of a rule, if that agrees, else the three words that weighed most.
 */
export function classify(passage: SectionText): Classification {
  const { type, added } = likeliestType(model, sectionFeatures(passage))
  const rules = byRules(passage)
  if (rules.sectionType === type) return rules
  const words = added
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .flatMap(({ feature }) => wordOf(feature, passage) ?? [])
  return { sectionType: type, classifiedBy: `learnt: ${[...new Set(words)].slice(0, 3).join(', ')}` }
}

/** What rules alone would say: the nearest heading that tells, else the words of the text, else `faq`. */
const byRules = ({ title, headers, content }: SectionText): Classification =>
  byHeaders(headers) ?? byText(content) ?? byHeader(title) ?? { sectionType: 'faq', classifiedBy: 'default' }
