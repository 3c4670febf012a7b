import { type KnownChunks, knownChunks } from '../../../../language/addresses.ts'
import { plainCharacter, plainText } from '../../../../language/plain-characters.ts'
import { type Word, wordsOf } from '../../../../language/words.ts'
import { mayBeginClaim, needsSupport, readSentence } from './claims.ts'
import { type AnswerSource, type StatedClaims, statedClaims } from './stated-claims.ts'
import { UnsupportedText } from './unsupported.ts'

/** The most characters of a sentence that are held back at once; of a longer one the oldest pass when they are read. */
const maxHeld = 300
/** Held on when a long sentence is read in parts: a claim may go on. */
const keptBack = 120
/** Released characters of a sentence that are read with the held ones. */
const lookBack = 200
/** Of the sentence before, what "it" may stand for, in words. */
const mostWordsBefore = 40
/** Nothing that a person reads is longer without a space. */
const longestChunk = 200

/** Scripts that part no words by spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const sentenceEnd = /[.!?:;…。！？][\s"'”’)\]*_]*$/
/** "It" stands for nothing of another paragraph. */
const paragraphEnd = /\n[^\S\n]*\n\s*$/
const question = /\?[\s"'”’)\]*_]*$/
/** A line that begins so begins a sentence, also where the line before had no stop. */
const beginsLine = /^(?:[-*•–#>|]+$|\(?\d{1,2}[.)]$|["“'*_]{0,3}\p{Lu})/u

/**
 * Passes a model's text on word by word. Of a sentence it holds back what follows a word that may begin a claim (`claims.tsv`),
 * until the sentence ends; a word with an address or markup passes whole. What no source supports is never shown.
 * The text that passes is the model's, character for character, wherever its tokens end.
 * @throws UnsupportedText
 */
export async function* withoutUnsupportedStatements(
  tokens: AsyncIterable<string>,
  sources: readonly AnswerSource[],
): AsyncGenerator<string> {
  const texts = sources.map(({ title, sectionHeader, content }) => `${title}\n${sectionHeader ?? ''}\n${content}`)
  let stated: StatedClaims | undefined
  // Most answers claim nothing: then the sources need not be read for claims.
  const supports: StatedClaims['supports'] = (...claim) => {
    stated ??= statedClaims(sources)
    return stated.supports(...claim)
  }
  const guard = statementGuard(knownChunks(texts), { supports })
  for await (const token of tokens) {
    for (const character of token) guard.take(character)
    yield* passed(guard)
    if (guard.found) throw new UnsupportedText(guard.found)
  }
  guard.end()
  yield* passed(guard)
  if (guard.found) throw new UnsupportedText(guard.found)
}

function* passed(guard: { text: () => string }): Generator<string> {
  const text = guard.text()
  if (text !== '') yield text
}

function statementGuard(chunks: KnownChunks, stated: StatedClaims) {
  let out = ''
  /** The sentence so far, of which `shown` characters are released; the rest waits for its word, or is held. */
  let sentence = ''
  let shown = 0
  let chunkAt = 0
  let isHeld = false
  let questions = 0
  let lineBegins = true
  let before: readonly Word[] = []
  const guard = { found: undefined as UnsupportedText['what'] | undefined, take, end, text }

  function text(): string {
    const passing = out
    out = ''
    return passing
  }

  function release(to: number) {
    if (to <= shown) return
    out += sentence.slice(shown, to)
    shown = to
  }

  /** Reads the sentence; releases it, or what stands before its first unsupported claim. */
  function isSupported(to = sentence.length): boolean {
    if (!isHeld) return true
    const said = sentence.slice(0, to)
    const read = readSentence(plainText(said))
    const claim = read.claims.filter(needsSupport).find((one) => !stated.supports(one, read, before))
    if (!claim) return true
    const first = read.words.slice(claim.from, claim.to).find(({ word }) => mayBeginClaim(word)) ?? read.words[claim.from]
    release(writtenOffset(said, first?.start ?? 0))
    guard.found = 'claim'
    return false
  }

  function endSentence(to: number) {
    if (!isSupported(to)) return
    release(to)
    const said = sentence.slice(0, to)
    before = paragraphEnd.test(said) ? [] : wordsOf(plainText(said)).slice(-mostWordsBefore)
    sentence = sentence.slice(to)
    shown = 0
    chunkAt -= to
    isHeld = false
    questions = 0
  }

  function endChunk() {
    const chunk = sentence.slice(chunkAt)
    const bare = chunk.trim()
    if (bare !== '' && lineBegins && beginsLine.test(bare) && chunkAt > 0) {
      endSentence(chunkAt)
      if (guard.found) return
    }
    if (bare !== '' && !chunks.allows(bare)) {
      if (isSupported(chunkAt)) release(chunkAt)
      guard.found ??= 'address or markup'
      return
    }
    if (!isHeld) isHeld = wordsOf(plainText(bare)).some(({ word }) => mayBeginClaim(word))
    chunkAt = sentence.length
    if (bare !== '') lineBegins = chunk.endsWith('\n')
    else if (chunk.includes('\n')) lineBegins = true
    if (question.test(chunk) && questions === 0) questions = 1
    else if (sentenceEnd.test(chunk) || /\n\s*\n$/.test(sentence)) return endSentence(sentence.length)
    if (!isHeld) release(sentence.length)
    trim()
  }

  /** Keeps a sentence without an end short. */
  function trim() {
    if (isHeld && sentence.length - shown > maxHeld) {
      if (!isSupported()) return
      release(sentence.lastIndexOf(' ', sentence.length - keptBack))
    }
    if (shown > 2 * lookBack) {
      const cut = shown - lookBack
      sentence = sentence.slice(cut)
      shown -= cut
      chunkAt -= cut
    }
  }

  function take(character: string) {
    if (guard.found) return
    sentence += character
    const isSpace = /\s/u.test(character)
    if (isSpace || unspaced.test(character) || sentence.length - chunkAt > longestChunk) {
      if (!isSpace && sentence.length - chunkAt > longestChunk) {
        if (isSupported(chunkAt)) release(chunkAt)
        guard.found ??= 'address or markup'
      } else endChunk()
    }
  }

  function end() {
    if (guard.found) return
    endChunk()
    if (!guard.found) endSentence(sentence.length)
  }

  return guard
}

/** Where a place in the plain form stands in the text as written. */
function writtenOffset(written: string, plainOffset: number): number {
  let plain = 0
  let at = 0
  for (const character of written) {
    const { length } = plainCharacter(character)
    if (plain + length > plainOffset) return at
    plain += length
    at += character.length
  }
  return at
}
