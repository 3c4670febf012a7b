import { distinct, type Mention } from './drug-mentions.ts'
import type { PolicyLine } from './policy-lines.ts'
import { headingDrugs } from './policy-subject.ts'
import { useIn } from './policy-uses.ts'
import { trialIn } from './step-drugs.ts'

/** A list that is open at a line. */
export interface OpenList {
  /** Its items stand deeper than this. */
  depth: number
  /** The items are drugs that must be tried. */
  trying: boolean
  /** How many of them; null where the policy does not say, `Infinity` for all. */
  needed: number | null
  /** One number for each list. */
  id: number
  indication: string | null
  /** The drugs that the line over it is about; none where it names none. */
  drugs: readonly Mention[]
}

/** The lists that are open behind a line: those that it stands in, and the one that it opens. */
export function openLists(open: readonly OpenList[], line: PolicyLine, next: PolicyLine | undefined): OpenList[] {
  const { kind, text, depth } = line
  const still = kind === 'item' ? open.filter((list) => list.depth < depth && (!list.trying || isListed(text))) : []
  if (next?.kind !== 'item') return still
  const deeper = kind !== 'item' || next.depth > depth
  const tries =
    /(?::|\b(?:following|below|these|classes))\W*$/i.test(text) && trialIn(text) !== undefined && trialIn(text)?.drugs.length === 0
  const use = useIn(text)?.name ?? null
  const drugs = kind === 'item' && deeper && !tries ? distinct(headingDrugs(text)) : []
  if (!tries && !(deeper && use !== null) && drugs.length === 0) return still
  const at = kind !== 'item' ? -1 : deeper ? depth : depth - 0.5
  const indication = use ?? still.at(-1)?.indication ?? null
  return [
    ...still,
    { depth: at, trying: tries, needed: tries ? countIn(text) : null, id: (line.section + 1) * 100_000 + hashed(text), indication, drugs },
  ]
}

const words: Record<string, number> = { one: 1, either: 1, any: 1, two: 2, three: 3, four: 4 }

function countIn(text: string): number | null {
  const found = /\b(?:at least )?(one|either|any|two|three|four|[1-4]|both|all|each)\b(?! (?:months?|weeks?|days?|years?))/i.exec(
    text.slice(trialIn(text)?.start ?? 0),
  )
  const word = found?.[1]?.toLowerCase()
  if (word === undefined) return null
  return /^(?:both|all|each)$/.test(word) ? Number.POSITIVE_INFINITY : (words[word] ?? Number(word))
}

const hashed = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 99_991, 7)

/** Some sources have lists within lists as one: a sentence of its own is no drug of the list above it. */
const isListed = (text: string): boolean =>
  !/:$|\b(?:not|no|will|is|are|has|have|must|member|patient|individual|prescribed|prescriber|diagnosis|documentation|age|years|requested)\b/i.test(
    text,
  )
