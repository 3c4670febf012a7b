import { isEnglish } from '../../language/english-words.ts'
import { foldName } from '../../language/folding.ts'
import { drugNames } from './name-index.ts'
import { notMisspelt, ordinaryWords } from './ordinary-words.ts'

/** A text of a library, under what it is titled. */
export interface TitledText {
  title: string
  sectionHeader: string | null
  content: string
}

/** A word written as a name is. */
const name = String.raw`(\p{Lu}[\p{L}\p{N}-]{3,30})`
/** What only a medicine is: dosed, injected, taken, stored; and what only a medicine comes as. No disease is any of it. */
const before = new RegExp(
  String.raw`\b(?:dos(?:e|es|age|ing) (?:of|for)|(?:inject|stor|prescrib|tak)(?:e|es|ed|en|ing|s)?|took|side effects (?:of|with)|(?:start|stop)(?:ing|ping|ed|ped)?)\s(?:(?:your|my|the|an?|taking|using)\s)?${name}`,
  'giu',
)
const behind = new RegExp(
  String.raw`${name}(?:[®™]|(?:[®™]?\s\([^)\n]{1,40}\))?\s(?:dos(?:e|es|age|ing)|injections?|pens?|pre-?filled|syringes?|auto-?injectors?|tablets?|capsules?|pills?|vials?|infusions?|side effects|storage)\b)`,
  'giu',
)
/** So often a name must stand where only a medicine does. */
const leastFrames = 2
/** A name's second word ("Pro") stands behind it this share of the times at least. */
const mostlyFollowed = 0.8
/** What follows a name in a title without being part of it. */
const ofTitles =
  /^(?:dos|stor|side|inject|common|questions?|pen|syringe|tablet|how|what|and|for|with|is|guide|safety|support|savings|patient)/iu

/** Words of a library that are remembered; beyond them it teaches nothing more. */
const mostWords = 100_000

/**
 * Learns the products that a library is about and the dictionary lacks: words of its titles and headings that are nowhere written
 * small, so no ordinary words, and that stand where only a medicine does. Linear in what is read, and read in parts, because a
 * library may be large.
 */
export function createProductLearner() {
  const titled = new Set<string>()
  const small = new Set<string>()
  /** Words in a medicine's place, as they are written. */
  const placed = new Map<string, { word: string; count: number }>()
  /** Names as they are written, with the capitalised words behind them. */
  const followed = new Map<string, { count: number; next: Map<string, number> }>()

  function add({ title, sectionHeader, content }: TitledText): void {
    if (small.size + followed.size > mostWords) return
    const head = `${title}\n${sectionHeader ?? ''}`
    for (const [word] of head.matchAll(/\p{Lu}[\p{L}\p{N}-]+/gu)) titled.add(foldName(word))
    const text = `${head}\n${content}`
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}-])\p{Ll}[\p{L}\p{N}-]*/gu)) small.add(word)
    for (const [, word = '', second] of text.matchAll(/(\p{Lu}[\p{L}\p{N}-]+)(?=(?:\s(\p{Lu}[\p{L}\p{N}]+))?)/gu)) {
      const seen = followed.get(word) ?? { count: 0, next: new Map<string, number>() }
      followed.set(word, seen)
      seen.count++
      if (second !== undefined && !ofTitles.test(second)) seen.next.set(second, (seen.next.get(second) ?? 0) + 1)
    }
    for (const pattern of [before, behind]) {
      for (const [, word = ''] of text.matchAll(pattern)) {
        if (!/^\p{Lu}/u.test(word)) continue
        const place = placed.get(foldName(word)) ?? { word, count: 0 }
        placed.set(foldName(word), place)
        place.count++
      }
    }
  }

  /** "Norvantis" is "Norvantis Pro" where it is hardly ever written alone. */
  function wholeName(word: string): string {
    const { count, next } = followed.get(word) ?? { count: 0, next: new Map<string, number>() }
    const [second, times] = [...next].toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0]
    return times > 0 && times >= mostlyFollowed * count ? `${word} ${second}` : word
  }

  return {
    add,
    /** The products of what was read so far, as they are written there. */
    products: (): string[] =>
      [...placed]
        .filter(([folded, { count }]) => titled.has(folded) && !small.has(folded) && count >= leastFrames && !isKnown(folded))
        .map(([, { word }]) => wholeName(word)),
  }
}

/** The products that a few texts teach. */
export function productsTaught(texts: readonly TitledText[]): string[] {
  const learner = createProductLearner()
  for (const text of texts) learner.add(text)
  return learner.products()
}

// What the dictionary has only to say that it is no medicine ("Easy Touch") may be the device of this library.
const isKnown = (word: string) =>
  (drugNames.get(word.replaceAll('-', ''))?.ingredient ?? '') !== '' || ordinaryWords.has(word) || notMisspelt.has(word) || isEnglish(word)
