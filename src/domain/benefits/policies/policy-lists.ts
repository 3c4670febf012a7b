import { drugMentions, type Mention } from './drug-mentions.ts'
import { type PolicyLine, sentencesOf, withoutBullet } from './policy-lines.ts'
import { drugsAlone, headDrugs } from './policy-subject.ts'

/** "Q1. Which …? A. Generic methylphenidate …" is a question and its answer. */
export function asksAndAnswers(text: string): [question: string | null, answer: string] {
  const at = text.search(/\?(?:\W*$|\s+(?=[\p{Lu}(]))/u)
  return at < 0 || at > 260 ? [null, text] : [text.slice(0, at + 1), text.slice(at + 1).replace(/^\W+/, '')]
}

/** The sentences of a list that are names alone, and the others. */
export function listedParts(body: string): { drugs: Mention[]; rest: string } {
  const whole = listedIn(body)
  if (whole.length > 0) return { drugs: whole, rest: '' }
  const said = sentencesOf(body.replace(/\bcompounded [\w-]+(?:,|\s+and)?\s*/gi, '')).map((sentence) => ({
    sentence,
    drugs: listedIn(sentence.replace(/^(?:also|and|plus|none|all|compounded)\b[.,:]?\s*(?:compounded\s)?/i, '')),
  }))
  return {
    drugs: said.flatMap(({ drugs }) => drugs),
    rest: said.flatMap(({ sentence, drugs }) => (drugs.length > 0 ? [] : [sentence])).join(' '),
  }
}

/** The drugs of a list under "Not covered": names alone, in brackets behind a class, or before a reason. */
function listedIn(body: string): Mention[] {
  const bare = body.replace(/[.;]\s*$/, '')
  const whole = drugsAlone(bare.replaceAll('. ', ', ')).map(({ of }) => of)
  if (whole.length > 0) return whole
  const { drugs } = headDrugs(bare)
  if (drugs.length > 0) return drugs.map(({ of }) => of)
  // "Agents for weight loss (Wegovy, Saxenda)"
  const inBrackets = [...bare.matchAll(/\(([^()]{3,200})\)/g)].flatMap(([, words = '']) => drugsAlone(words).map(({ of }) => of))
  const without = bare.replace(/\([^()]{3,200}\)/g, '')
  return inBrackets.length > 0 && drugMentions(without).length === 0 && !/\b(?:requires?|must|may|is|are)\b/i.test(without)
    ? inBrackets
    : []
}

/** Whether an item is a name with its strength and no sentence. */
export const isShort = (body: string): boolean =>
  !/\b(?:not|no|will|is|are|has|have|must|member|patient|individual|prescribed|prescriber|diagnosis|documentation|requested)\b/i.test(body)

/** Whether a line is one of several names in a row: a list, though each looks like a heading. */
export function drugRun(lines: readonly PolicyLine[], index: number): boolean {
  const isName = (at: number) => {
    const line = lines[at]
    return line !== undefined && line.kind !== 'row' && line.kind !== 'item' && drugsAlone(line.text).length === 1
  }
  return isName(index) && (isName(index - 1) || isName(index + 1))
}

/** The lists under a heading that names a group: "Target agents". */
export function namedGroups(lines: readonly PolicyLine[]): Map<string, Mention[]> {
  const groups = new Map<string, Mention[]>()
  let name: string | null = null
  for (const [index, { kind, text }] of lines.entries()) {
    if (drugRun(lines, index) || (kind === 'item' && drugsAlone(withoutBullet(text)).length > 0)) {
      if (name) groups.set(name, [...(groups.get(name) ?? []), ...drugsAlone(withoutBullet(text)).map(({ of }) => of)])
      continue
    }
    const found =
      /^((?!non-?preferred|preferred|step|tier|excluded|covered|the)[\w-]+ (?:agent|drug|product|medication|medicine))(?:s|\(s\))?:?$/i.exec(
        text,
      )
    name = found ? (found[1] ?? '').toLowerCase() : null
  }
  return groups
}
