import { letters, nextWord, run, type Scanner } from './scanner.ts'

/** Words that tell a person to change a dose, whatever figure comes with them. */
interface Directive {
  name: string
  /** Space-separated words; a final hyphen marks a stem. */
  words: string
  /** The words count only before this; matched against the next one or two words. */
  before?: RegExp
  /** How many words after them are looked at; as many as `before` asks for where it is not given. */
  reads?: number
  /** The words do not count before this: "double-check". */
  notBefore?: RegExp
  /** The words also count after this: "dosis extra". */
  after?: RegExp
}

const taking = /^(?:taking|using|injecting|your)\b/
/** Things that a person takes, and the time between: "media tableta", "media hora", "extra injection". */
const doseNouns =
  /^(?:dos[ei]s?|doses|tabl|pill|caps|inject|inyec|shot|syring|jering|pens?\b|pluma|hora|pastilla|comprimido|drop|gota|puff)/
/** "Half a tablet", "half of your next dose". */
const halfOfDose = new RegExp(
  `^(?:(?:a|an|the|your|of|one|each|de|la|una|un|su|tu|usual|normal|full|next|regular|prescribed|single) ){0,2}${doseNouns.source.slice(1).replace('hora|', '')}`,
)
const directives: Directive[] = [
  { name: 'double', words: 'doubl- dobl- duplic-', notBefore: /^check/ },
  { name: 'half a dose', words: 'half medio media mitad', before: halfOfDose, reads: 3 },
  { name: 'half', words: 'half halve halves halved halving mitad mitades' },
  { name: 'half', words: 'medio media', before: doseNouns },
  { name: 'triple', words: 'tripl-' },
  { name: 'skip', words: 'skip skips skipped skipping omit- saltar saltarse saltarte salte saltese saltate saltes' },
  { name: 'increase', words: 'increas- aument- increment-' },
  { name: 'stop', words: 'stop stops stopped stopping', before: taking },
  { name: 'stop', words: 'quit quits quitting', before: taking },
  { name: 'stop', words: 'discontinu- suspend-' },
  { name: 'stop', words: 'deje deja dejar dejes dejen', before: /^de (?:tomar|usar|inyect|aplicar|ponerse)/ },
  {
    name: 'extra dose',
    words: 'extra additional adicional adicionales',
    before: doseNouns,
    after: /^(?:dosis|inyecci|tableta|pastilla|comprimido|capsula)/,
  },
]

const exact = new Map<string, Directive[]>()
const stems: [string, Directive][] = []
for (const directive of directives)
  for (const word of directive.words.split(' '))
    if (word.endsWith('-')) stems.push([word.slice(0, -1), directive])
    else exact.set(word, [...(exact.get(word) ?? []), directive])

/** The words and stems of all directives. */
export const directiveWords = [...exact.keys(), ...stems.map(([stem]) => stem)]

/** Whether a word, perhaps not complete yet, begins with the stem of a directive. */
export const beginsDirective = (word: string) => stems.some(([stem]) => word.startsWith(stem))

/** The name of the directive at a position; `before` is the word before it. */
export function directiveAt(scanner: Scanner, at: number, before: string): string | undefined {
  const word = run(scanner, letters, at)
  const meant = exact.get(word) ?? stems.filter(([stem]) => word.startsWith(stem)).map(([, directive]) => directive)
  return meant.find((directive) => fits(directive, scanner, at + word.length, before))?.name
}

function fits({ before, notBefore, after, reads }: Directive, scanner: Scanner, end: number, wordBefore: string): boolean {
  if (after?.test(wordBefore)) return true
  const pattern = before ?? notBefore
  if (!pattern) return true
  const following: string[] = []
  for (let at = end, left = reads ?? (pattern.source.includes(' ') ? 2 : 1); left > 0; left--) {
    const next = nextWord(scanner, at)
    if (next.word === '') break
    following.push(next.word)
    at = next.end
  }
  return pattern.test(following.join(' ')) === (before !== undefined)
}
