import { hasMarkup, knownChunks } from '../../../language/addresses.ts'
import { foldPhrase } from '../../../language/folding.ts'
import { plainText } from '../../../language/plain-characters.ts'
import { transcriptSentences } from '../../../language/sentences.ts'
import { isQuestion } from './dialogue-acts.ts'

/** More of a model's text is not looked at, and not kept. */
const mostRead = 2000
/** Nothing that a person reads is longer without a space. */
const longestChunk = 200
/** So many numbers are looked for in a call: then no other counts as said. */
const mostNumbers = 40

/** "evil dot com", as people say an address. */
const spokenPoint = /(?<=[\p{L}\d])\s+(?:dot|punto)\s+(?=[\p{L}\d])/giu
/** Phone numbers, and shorter ones to send a text to; not amounts. */
const number = /(?<![$€£\d.,])(?:\d[\d\s().-]{5,40}\d|\d{5,6})(?![\d,])/g
const dates = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[-.]\d{1,2}[-.](?:\d{4}|\d\d)|(?:19|20)\d\d\s?-\s?(?:19|20)\d\d)$/
const digitWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const spokenDigit = new RegExp(`\\b(?:oh|${digitWords.join('|')})\\b`, 'g')
/** "eight hundred five five five": figures one by one, as numbers to call are told. */
const spelledNumber =
  /\b(?:oh|zero|one|two|three|four|five|six|seven|eight|nine)(?:[ -](?:oh|zero|one|two|three|four|five|six|seven|eight|nine|hundred)){4,40}\b/g

/** What a summary states as a fact only where somebody in the call did. */
const claims = [
  /(?<!\bnot |n't |\bnever )\b(?:safe(?:ly)?(?! (?:place|at home))|harmless|no (?:risk|danger|harm)|(?:can ?not|can't|won't|will not|does not|doesn't) (?:harm|hurt)|nothing to worry about|no (?:need|reason) to worry)\b/,
  /\b(?:no need|not need|needn't|not necessary|unnecessary|not have to|don't have to|do not|don't|should not|shouldn't|must not|avoid|skip)\b.{0,40}\b(?:911|988|emergency|ambulance|doctor|physician|hospital|poison control)\b/,
]
/** What is asked or left open is no claim: "asked whether it is safe". */
const leftOpen = /\b(?:whether|if|asks?|asked|asking|wonder(?:s|ed)|unsure|wants? to know|wanted to know|concerned about)\b/
const diagnosis =
  /\b(?:diagnos(?:is|ed)(?: (?:is|was|of|with|as))?|consistent with|suggestive of|suspected|suffer(?:s|ing) from|(?:probably|likely|evidently|clearly) (?:has|have)|sounds like)\b(.{0,60})/

export interface CallWords {
  /** The sentences of a text that have nothing of what the call has not; '' where none is left. */
  kept(text: string): string
  /** A text without the chunks that are markup, or an address that the call has not. */
  withoutAddresses(text: string): string
}

/**
 * Reads what was said in a call, to hold a model's texts against it: a sentence with an address or a number to call that the
 * call has not, with markup, with a diagnosis in words that nobody used, or which calls a thing safe or help needless
 * where nobody did, is not kept. Linear in the length of both.
 * @param texts of turns and functions
 */
export function callWords(texts: readonly string[]): CallWords {
  const chunks = knownChunks(texts.map(withPoints))
  const words = once(() => ` ${foldPhrase(texts.join(' \n '))} `)
  const digits = once(() =>
    plainText(texts.join(' '))
      .replace(spokenDigit, (word) => String(Math.max(0, digitWords.indexOf(word))))
      .replace(/\D+/g, ''),
  )
  const stated = once(() => {
    const sentences = texts.flatMap(transcriptSentences).filter((said) => !isQuestion(said))
    return claims.map((claim) => sentences.some((said) => isClaimed(claim, plainText(said))))
  })
  const numbers = new Map<string, boolean>()

  function isNumberSaid(written: string): boolean {
    const own = written.replace(/\D+/g, '').replace(/^1(?=\d{10}$)/, '')
    if (dates.test(written.trim())) return true
    const known = numbers.get(own)
    if (known !== undefined) return known
    const isSaid = numbers.size < mostNumbers && digits().includes(own)
    numbers.set(own, isSaid)
    return isSaid
  }

  const isFree = (chunk: string) => chunk.length <= longestChunk && !hasMarkup(chunk) && chunks.allows(chunk)

  function isSaid(sentence: string): boolean {
    if (!withPoints(sentence).split(/\s+/).every(isFree)) return false
    const plain = plainText(sentence)
    if (!(plain.match(number) ?? []).every(isNumberSaid)) return false
    if (!(plain.match(spelledNumber) ?? []).every((spelled) => words().includes(` ${foldPhrase(spelled)} `))) return false
    const named = foldPhrase(diagnosis.exec(plain)?.[1]?.split(/[,;:.]/)[0] ?? '').split(' ')
    const illness = named.filter((word) => word.length > 3).slice(0, 2)
    if (!illness.every((word) => words().includes(` ${word} `))) return false
    return claims.every((claim, index) => !isClaimed(claim, plain) || stated()[index])
  }

  return {
    kept: (text) => {
      const sentences = transcriptSentences(text.slice(0, mostRead))
      return sentences.filter(isSaid).join(' ')
    },
    withoutAddresses: (text) => withPoints(text.slice(0, mostRead)).split(/\s+/).filter(isFree).join(' '),
  }
}

const withPoints = (text: string) => text.replace(spokenPoint, '.')

function isClaimed(claim: RegExp, plain: string): boolean {
  const at = plain.search(claim)
  return at >= 0 && !leftOpen.test(plain.slice(0, at))
}

/** Reads a long text only where something asks for it. */
function once<T>(read: () => T): () => T {
  let value: { read: T } | undefined
  return () => {
    value ??= { read: read() }
    return value.read
  }
}
