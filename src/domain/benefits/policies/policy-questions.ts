import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import type { PolicyLine } from './policy-lines.ts'
import { sentencesOf } from './policy-lines.ts'
import type { PolicyStatement, Thing } from './policy-statement.ts'
import type { Subject } from './policy-subject.ts'
import { normalised, requirementStatus } from './requirement-status.ts'

/** A question of a FAQ on which the next line says yes or no. */
export interface Question {
  term: 'priorauth' | 'steptherapy' | 'coverage' | null
  drugs: readonly Mention[]
  /** It names the drugs itself. */
  named: boolean
}

const tries = /\b(?:try|tried|use|take|fail)\b.*\b(?:first|else|other|another|before|different)\b/
const covers = /\b(?:cover(?:ed|s)?|pay(?:s)? for|a (?:covered )?benefit|on (?:the|your|our) (?:formulary|drug list))\b/

/** The question before a line, where it asks for yes or no. */
export function answeredBy(previous: PolicyLine | undefined, context: Subject): Question | null {
  if (!previous || !/\?\s*$/.test(previous.text)) return null
  const words = normalised(previous.text)
  const term = /priorauth|\bapproval\b|\bauthorization\b/.test(words)
    ? 'priorauth'
    : words.includes('steptherapy') || tries.test(words)
      ? 'steptherapy'
      : covers.test(words)
        ? 'coverage'
        : null
  const asks = sentencesOf(words.replace(/^[- ]*(?:q(?:uestion)?(?: ?\d+)?[:.] ?|\d+[.)] )/, '')).at(-1) ?? ''
  const open = /^(?:how|where|who|what|why|which|when)\b|\b(?:with|together|combination)\b/.test(asks)
  const named = distinct(drugMentions(previous.text))
  const drugs = named.length > 0 ? named : context === null || context === 'general' ? [] : context.drugs
  return { term: open ? null : term, drugs: [...drugs], named: named.length > 0 }
}

/** What "Yes" or "No" says as the first word of an answer. */
export function answer(line: PolicyLine, question: Question | null, today: string): PolicyStatement[] {
  const bare = withoutPrefix(line.text)
  const said = /^(yes|no|not)\b[.,:;–—-]?\s*/i.exec(bare)
  if (!question?.term || !said || line.kind === 'heading') return []
  const first = sentencesOf(bare)[0] ?? ''
  const word = said[1]?.toLowerCase() === 'yes' ? 'yes' : 'no'
  const hedge = /\b(?:if|when|unless|only|except|may|depends|some|most)\b/i.test(first)
  const at = { section: line.section, quote: line.text }
  const status = question.term === 'coverage' ? 'required' : requirementStatus(question.term, `${question.term}: ${word}`, today)
  if (!status || (question.term === 'coverage' && (word === 'yes' || hedge))) return []
  const told = hedge ? ('unclear' as const) : status
  const thing: Thing =
    question.term === 'coverage'
      ? { exclusion: 'required' }
      : question.term === 'priorauth'
        ? { authorization: told }
        : { step: told, sets: [] }
  return question.drugs.map((of) => ({ of, thing, ...at }))
}

/** An answer without its "A:". */
export const withoutPrefix = (text: string): string => text.replace(/^(?:A|Answer)[:.] ?/, '')
