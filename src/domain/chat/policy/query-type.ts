import type { MessageWords } from '../../../language/message-words.ts'
import { patternFinder, readPatterns } from '../../../language/patterns.ts'
import { wordClasses } from '../../safety/word-classes.ts'
import type { QueryType, RetrievedItem } from '../chat.ts'

const findTopics = patternFinder(readPatterns(new URL('topics.tsv', import.meta.url)), { classes: wordClasses })
const findOffTopic = patternFinder(readPatterns(new URL('off-topic.tsv', import.meta.url)), { classes: wordClasses })

type Section = RetrievedItem['sectionType']
/** Of two that a question names as often, the first: the narrower one. */
const sections: Section[] = ['storage', 'patient_support', 'dosing', 'side_effects', 'faq']

function isOffTopic({ words }: MessageWords): boolean {
  const found = findOffTopic(words)
  return found.length > 0 && !found.some(({ value }) => value === 'ours')
}

/** The section of the library that a question asks for, by its words; `faq` where they say nothing. */
function sectionAsked({ words }: MessageWords): Section {
  const found = findTopics(words)
  const places = (section: Section) => new Set(found.filter(({ value }) => value === section).map(({ to }) => to)).size
  const [best] = sections.map((section) => ({ section, count: places(section) })).toSorted((one, two) => two.count - one.count)
  return best && best.count > 0 ? best.section : 'faq'
}

/** Certainly off topic, or the section that is asked for. What is not certain is a question to the library. */
export function ordinaryQueryType(message: MessageWords): QueryType {
  return isOffTopic(message) ? 'off_topic' : sectionAsked(message)
}
