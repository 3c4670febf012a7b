import { isEnglish, isMisspeltEnglish } from '../../language/english-words.ts'
import { foldWord } from '../../language/folding.ts'

/** A word that stands where a product's name does, and that nobody knows. UTF-16 offsets, end exclusive. */
export interface UnknownName {
  start: number
  end: number
}

const name = String.raw`(\p{L}[\p{L}\p{N}-]{3,24})`
const forms =
  '(?:pens?|injections?|shots?|jabs?|dos(?:e|es|age|ing)|tablets?|pills?|capsules?|infusions?|drips?|syringes?|auto-?injectors?|injectors?|inhalers?|patch(?:es)?|creams?|gels?|drops?|sprays?|vials?|cartridges?|pumps?|sensors?|meters?|kits?|side effects?|co-?pays?|coupons?|savings|program)'
/** What is said of medicines and their devices, and of hardly anything else. */
const firm = [
  String.raw`\b(?:side effects?|effects?|reactions?|dos(?:e|es|age|ing)|overdose|price|cost|safety|storage|ingredients?|label|leaflet|coupon|injections?|shots?|pens?|infusions?|tablets?|pills?) (?:of|for|to|from|with) (?:the |my |your )?${name}`,
  String.raw`\bon ${name}(?=\s*(?:[?.!,]|$))`,
  String.raw`\b${name} (?=${forms}\b)`,
  String.raw`\b${forms} ${name}`,
  String.raw`\bcosts? ${name}(?=\s*(?:[?.!,]|$))`,
].map((frame) => new RegExp(frame, 'giu'))
/** What is mostly said of medicines, and of some food, clothes and habits. */
const loose = [
  String.raw`\b(?:tak(?:e|es|ing|en)|took|inject(?:s|ed|ing)?|us(?:e|es|ed|ing)|prescribed|stor(?:e|es|ed|ing)|switch(?:ed|ing)? to|start(?:s|ed|ing)?|stopp?(?:s|ed|ing)?|miss(?:ed)?|swallow|refill|get off|come off) (?:taking |using |the |my |her |his |your |of )?${name}`,
  String.raw`\b(?:does|do|can|will|would|could|is|what is|whats|what's|how does) ${name} (?=(?:cause|make|hurt|help|work|interact|raise|lower|affect|treat|need|contain|safe|ok|okay|approved|covered|addictive|used|dangerous|a|an|the same)\b)`,
].map((frame) => new RegExp(frame, 'giu'))

/**
 * The names in an English text of products that no dictionary has: words that are no English, nor one letter from it, and that stand
 * where a product's name does. Linear in the length of the text.
 * @param isKnown whether a folded word is known to the texts that are asked about
 * @param translated whether words of the text may be those of another language: then more must speak for a name
 */
export function unknownNames(text: string, isKnown: (word: string) => boolean, translated = false): UnknownName[] {
  const found = new Map<number, UnknownName>()
  for (const frame of [...firm, ...loose]) {
    for (const match of text.matchAll(frame)) {
      const said = match[1] ?? ''
      const start = match.index + match[0].lastIndexOf(said)
      if (found.has(start) || (translated && loose.includes(frame) && !/^\p{Lu}/u.test(said))) continue
      if (isName(said, isKnown)) found.set(start, { start, end: start + said.length })
    }
  }
  return [...found.values()].toSorted((one, other) => one.start - other.start)
}

function isName(said: string, isKnown: (word: string) => boolean): boolean {
  const parts = said.split('-').map(foldWord)
  return parts.every((word) => word !== '' && !/^\d/.test(word) && !isKnown(word) && !isEnglish(word) && !isMisspeltEnglish(word))
}
