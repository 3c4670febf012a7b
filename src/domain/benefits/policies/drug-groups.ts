import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import { type PolicyLine, withoutBullet } from './policy-lines.ts'
import { drugsAlone, headDrugs, subjectsIn } from './policy-subject.ts'

/** A line as it reads with the drugs in place of the groups it refers to. */
export type NameGroups = (text: string, index: number) => string

const group = '(?:non-?preferred|preferred|(?:step|tier|level)[ -](?:\\d|one|two|three))'
const noun =
  '(?:agents?|drugs?|products?|medications?|medicines?|alternatives?|biosimilars?|options?|therap(?:y|ies)|biologics?|brands?|generics?|treatments?)'
const label = new RegExp(
  `^\\W*(?:the |our )?(?:plan(?:['’]s)? )?(${group})\\b(?![^:]*\\bcriteria\\b)([^:]{0,120}?)(?::|\\s[–—-])\\s+(.+)$`,
  'i',
)
const heading = new RegExp(`^\\W*(?:the |our )?(${group})\\b(?!.*\\b(?:criteria|requirements?)\\b)[^:]{0,80}:?$`, 'i')
const column = new RegExp(`^(${group})(?: ${noun})?(?:\\(s\\))?(?: \\(.*\\))?$`, 'i')
const called = /^(.{2,200}?)\s(?:is|are)\s(?:the |our |a |considered |designated )*(?:plan(?:['’]s)? )?(non-?preferred|preferred)\b/i
const calls = new RegExp(
  `\\b(?:the|our) (?:plan(?:['’]s)? )?(non-?preferred|preferred) (?:[\\w-]+ ){0,3}?${noun} (?:is|are|includes?|:) ?:?(.{2,300})`,
  'i',
)
const reference = new RegExp(
  `\\b(?:(both|either|all|each|any|one|two|three|at least (?:one|two|three)|\\d)(?: (?:of|from|in))? )?(?:the |our |an? )?(${group})(?:[ -](?:[\\w-]+[ -]){0,2}?(${noun}))?(?![\\w-])`,
  'gi',
)
const trying = /\b(?:trial|tried|try|fail\w*|prior to|before|after|response|first|used?)\b/i

const numbers: Record<string, string> = { one: '1', two: '2', three: '3' }
const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/nonpreferred/, 'non-preferred')
    .replace(/-(?=\d|one|two|three)/, ' ')
    .replace(/\b(?:one|two|three)\b/, (word) => numbers[word] ?? word)

/**
 * What a document calls preferred, non-preferred, of step 1 or tier 2, and where: "a trial of two preferred agents" then reads as
 * one of those drugs. A group counts under its own heading; elsewhere only where the document has one of that name.
 */
export function drugGroups(lines: readonly PolicyLine[]): NameGroups {
  const blocks: Map<string, Mention[]>[] = []
  const blockOf: number[] = []
  let block = new Map<string, Mention[]>()
  let headed: string | null = null
  let columns: (string | null)[] | null = null
  blocks.push(block)
  const add = (name: string, drugs: readonly Mention[]) => {
    if (drugs.length > 0) block.set(keyOf(name), [...(block.get(keyOf(name)) ?? []), ...drugs])
  }
  for (const [index, { kind, text }] of lines.entries()) {
    if (kind === 'heading') {
      const own = heading.exec(text)?.[1] ?? null
      // "Preferred" and "Non-preferred" under one heading belong together.
      if (own === null) {
        block = new Map()
        blocks.push(block)
      }
      headed = own
    }
    blockOf[index] = blocks.length - 1
    if (kind !== 'row') columns = null
    if (kind === 'row') {
      const cells = text.split(' | ')
      const names = cells.map((cell) => column.exec(cell.trim())?.[1] ?? null)
      const plain = cells.every((cell) => drugMentions(cell).length === 0)
      if (plain && names.some((name) => name !== null)) columns = names
      else
        for (const [at, cell] of cells.entries())
          if (columns?.[at])
            add(
              columns[at],
              drugsAlone(cell).map(({ of }) => of),
            )
      const status = cells.find((cell) => /^(?:non-?)?preferred$/i.test(cell.trim()))
      if (status && !columns)
        add(
          status.trim(),
          drugsAlone(cells.find((cell) => drugMentions(cell).length > 0) ?? '').map(({ of }) => of),
        )
      continue
    }
    const bare = withoutBullet(text)
    const labelled = label.exec(bare)
    if (labelled?.[1]) {
      // "Step 2: mirabegron ER, fesoterodine — after one from Step 1"
      const [names = ''] = (labelled[3] ?? '').split(/\s[–—-]+\s/)
      add(
        labelled[1],
        drugsAlone(names).map(({ of }) => of),
      )
      continue
    }
    if (headed === null && heading.test(bare) && bare.split(' ').length < 8) headed = heading.exec(bare)?.[1] ?? null
    else if (headed !== null && kind !== 'heading') {
      const { drugs } = headDrugs(bare)
      if (drugs.length > 0)
        add(
          headed,
          drugs.map(({ of }) => of),
        )
      else if (kind === 'text') headed = kind === 'text' && lines[index - 1]?.kind === 'item' ? null : headed
    }
    for (const sentence of bare.split(/(?<=\.)\s/)) {
      const is = called.exec(sentence)
      if (is?.[2]) add(is[2], distinct(subjectsIn(is[1] ?? '')))
      const are = calls.exec(sentence)
      if (are?.[1]) add(are[1], distinct(subjectsIn(are[2] ?? '')))
    }
  }
  return (text, index) => named(text, blocks, blockOf[index] ?? 0)
}

function named(text: string, blocks: readonly ReadonlyMap<string, Mention[]>[], own: number): string {
  if (text.length > 1500 || label.test(withoutBullet(text)) ? !trying.test(text) : false) return text
  if (blocks.every((block) => block.size === 0)) return text
  const present = drugMentions(text)
  if (present.length === 0 && / \|(?: |$)/.test(text)) return text
  return text.replace(reference, (whole, count: string | undefined, name: string, what: string | undefined, at: number) => {
    const key = keyOf(name)
    // The label itself ("Step 1: …") is no reference, nor is "moves to tier 3".
    if (at === 0 && new RegExp(`^${group}\\s*[:–—]`, 'i').test(text)) return whole
    const follows = /^ (?:and|or|,)/.test(text.slice(at + whole.length))
    if (!what && !(trying.test(text) && (follows || count !== undefined))) return whole
    const here = blocks[own]?.get(key)
    const elsewhere = blocks.filter((block) => block.has(key))
    const isTrial = trying.test(text.slice(0, at))
    const drugs = distinct(here ?? (elsewhere.length === 1 || !isTrial ? elsewhere.flatMap((block) => block.get(key) ?? []) : []))
    if (drugs.length === 0 || drugs.some((drug) => present.some(({ written }) => written.toLowerCase() === drug.written.toLowerCase())))
      return whole
    const all = count && /^(?:both|all|each)$/i.test(count)
    const names = drugs.map(({ written }) => written)
    const list = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} ${all || !isTrial ? 'and' : 'or'} ${names.at(-1)}`
    const words = `${count && !all ? `${count} of ` : ''}${list}`
    // A sentence begins with a capital, or it would be part of the one before.
    return /^$|[.!?]\s$/.test(text.slice(Math.max(0, at - 2), at)) ? words.charAt(0).toUpperCase() + words.slice(1) : words
  })
}
