import { letters, nextWord, run, type Scanner } from './scanner.ts'

/** What words of a kind tell a person to do with a dose, whatever figure they go with. */
interface Directive {
  name: string
  /** Whole words, or beginnings with a hyphen after them. */
  words: string
  /** Only before these; read on the next two words. */
  before?: RegExp
  /** Not before these: "double-check". */
  notBefore?: RegExp
  /** Or after this word: "dosis extra". */
  after?: RegExp
}

const taking = /^(?:taking|using|injecting|your)\b/
/** What one takes, or waits: "media tableta", "extra injection". */
const taken = /^(?:dos[ei]s?|doses|tabl|pill|caps|inject|inyec|shot|syring|jering|pens?\b|pluma|hora|pastilla|comprimido|drop|gota|puff)/
const directives: Directive[] = [
  { name: 'double', words: 'doubl- dobl- duplic-', notBefore: /^check/ },
  { name: 'half', words: 'half halve halves halved halving mitad mitades' },
  { name: 'half', words: 'medio media', before: taken },
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
    before: taken,
    after: /^(?:dosis|inyecci|tableta|pastilla|comprimido|capsula)/,
  },
]

const exact = new Map<string, Directive[]>()
const stems: [string, Directive][] = []
for (const directive of directives)
  for (const word of directive.words.split(' '))
    if (word.endsWith('-')) stems.push([word.slice(0, -1), directive])
    else exact.set(word, [...(exact.get(word) ?? []), directive])

/** The words that directives begin with. */
export const directiveWords = [...exact.keys(), ...stems.map(([stem]) => stem)]

/** Whether a word whose end is not known yet has the beginning of a directive. */
export const beginsDirective = (word: string) => stems.some(([stem]) => word.startsWith(stem))

/** The name of the directive that a word at a place is; `before` is the word before it. */
export function directiveAt(scanner: Scanner, at: number, before: string): string | undefined {
  const word = run(scanner, letters, at)
  const meant = exact.get(word) ?? stems.filter(([stem]) => word.startsWith(stem)).map(([, directive]) => directive)
  return meant.find((directive) => fits(directive, scanner, at + word.length, before))?.name
}

function fits({ before, notBefore, after }: Directive, scanner: Scanner, end: number, wordBefore: string): boolean {
  if (after?.test(wordBefore)) return true
  const pattern = before ?? notBefore
  if (!pattern) return true
  const next = nextWord(scanner, end)
  const following = pattern.source.includes(' ') && next.word !== '' ? `${next.word} ${nextWord(scanner, next.end).word}` : next.word
  return pattern.test(following) === (before !== undefined)
}
