import { nameWords } from '../../language/folding.ts'
import { chooseCode } from './choose-code.ts'
import { isForm, type Route, routeOf } from './forms.ts'
import { isSalt } from './ingredient.ts'
import { type DrugName, drugNames } from './name-index.ts'
import { keyOf } from './name-key.ts'
import { isNumbered, soundAlike } from './sound-alike.ts'

/** A medicine as it was named. */
export interface Medication {
  /** Brand if a brand was said, as its maker writes it; else the generic name in lower case. */
  name: string
  /** The same for brand, generic and biosimilars: by it two mentions are one drug. */
  ingredient: string
  /** HCPCS code; null for a drug (or a form of it) that has none. */
  jcode: string | null
}

// A name of a drug with dose, form and route is shorter than this; longer is a text.
const mostWords = 16

/**
 * The drug that a name means: brand or generic, in any case, with spaces, hyphens and accents anyhow, with dose, form and
 * route around it, and with the usual misspellings. Undefined for anything that is not one drug's name.
 */
export function drugOf(name: string): Medication | undefined {
  if (name.length > 200) return undefined
  const words = nameWords(name.replace(/\bnot otherwise specified\b/i, ''))
  if (words.length === 0 || words.length > mostWords) return undefined
  const found = exactly(words) ?? inBothNames(name) ?? ofUnknownMaker(name) ?? nearly(words)
  return found?.ingredient === '' ? undefined : found
}

/** @param beside words that may tell the route or the dose */
export const medication = ({ name, ingredient, codes }: DrugName, beside: readonly string[]): Medication => ({
  name,
  ingredient,
  jcode: chooseCode(codes, routeAmong(beside), beside),
})

function routeAmong(words: readonly string[]): Route | undefined {
  const told = words.map(routeOf).filter((route) => route !== undefined)
  return told.find((route) => route !== 'injected') ?? told[0]
}

const isBeside = (word: string) => isForm(word) || isSalt(word)

function exactly(words: readonly string[]): Medication | undefined {
  for (let start = 0; start < words.length; start++) {
    // By how many words they are of: the key of some words is that of all but the last, and that one.
    const keys = ['']
    for (const word of words.slice(start)) keys.push(`${keys.at(-1)}${keyOf([word])}`)
    for (let end = words.length; end > start; end--) {
      const found = drugNames.get(keys[end - start] ?? '')
      const beside = found ? [...words.slice(0, start), ...words.slice(end)] : []
      if (found && beside.every(isBeside)) return medication(found, beside)
    }
    if (!isBeside(words[start] ?? '')) return undefined
  }
  return undefined
}

/** "Humira (adalimumab)", "infliximab (Inflectra)": one drug by both its names; the brand tells more. */
function inBothNames(name: string): Medication | undefined {
  const [, outside = '', inside = ''] = /^([^()]+)\(([^()]+)\)[^()]*$/.exec(name) ?? []
  const [one, other] = [outside, inside].map((part) => (part.trim() === '' ? undefined : drugOf(part)))
  if (!one || one.ingredient !== other?.ingredient) return undefined
  return one.name === one.ingredient ? other : one
}

/** "adalimumab-abcd" is adalimumab of a maker whose code is not known; the code of another's would be wrong. */
function ofUnknownMaker(name: string): Medication | undefined {
  const [, base = ''] = /^\s*(\p{L}+(?:mab|cept|stim|alfa|beta|tide|tin|ase)\b[^-]*)-[a-z]{4}\b/iu.exec(name) ?? []
  const found = base === '' ? undefined : drugNames.get(keyOf(nameWords(base)))
  return found && { name: name.trim().toLowerCase(), ingredient: found.ingredient, jcode: null }
}

function nearly(words: readonly string[]): Medication | undefined {
  const telling = words.filter((word) => !isBeside(word))
  const found = telling.length > 0 && telling.length < 5 && !isNumbered(telling) ? soundAlike(keyOf(telling)) : undefined
  return found && medication(found, words.filter(isBeside))
}
