import { type ClauseRequirement, clauseRequirements } from './clause-requirements.ts'
import { criteriaIn } from './criteria.ts'
import { distinct, type Mention } from './drug-mentions.ts'
import { type Note, notesIn } from './noted-drugs.ts'
import { OpenTable } from './open-table.ts'
import { optionalLines } from './optional-lines.ts'
import { type Frame, headingFrame, listFrame } from './policy-frames.ts'
import { cellsOf, type PolicyLine, withoutBullet } from './policy-lines.ts'
import { asksAndAnswers, drugRun, isShort, listedParts, namedGroups } from './policy-lists.ts'
import { type OfAll, statementsInSentences, type TextContext } from './policy-sentences.ts'
import { type PolicyStatement, thingOf } from './policy-statement.ts'
import { drugsAlone, headingDrugs, isAbout, isGeneral } from './policy-subject.ts'
import { groupRules } from './policy-tables.ts'
import type { Topic } from './policy-topics.ts'
import { answerTo, askedIn, type PolicyQuestion } from './question-asked.ts'
import { type Codes, thingsInCodes } from './requirement-codes.ts'
import { besides, named } from './step-drugs.ts'

/**
 * What a policy says of drugs, line by line. Whatever a line says holds for the drugs that it names, else for those of the row, list item,
 * question or heading that it stands under, else for those of the title; what stands under "drugs that require …" has that said of it.
 */
export function statementsOf(
  lines: readonly PolicyLine[],
  {
    title,
    today,
    codes,
    free,
    texts,
  }: { title: string | null; today: string; codes: Codes; free: readonly ('authorization' | 'step')[]; texts: readonly string[] },
): PolicyStatement[] {
  const reader = new Reader(lines, title, today, codes, free)
  const notes = notesIn(lines)
  const optional = optionalLines(lines)
  for (const [index, line] of lines.entries())
    reader.read({ ...line, text: texts[index] ?? line.text }, line.text, index, notes.get(index), optional.has(index))
  return [...reader.found, ...reader.ofAll()]
}

class Reader {
  readonly lines: readonly PolicyLine[]
  readonly today: string
  readonly codes: Codes
  readonly free: readonly ('authorization' | 'step')[]
  readonly found: PolicyStatement[] = []
  readonly all: OfAll[] = []
  readonly groups = new Map<string, readonly Mention[]>()
  /** What the document is about, by its title or in its own words. */
  titled: readonly Mention[]
  /** The drugs that it lists by name alone. */
  listed: Mention[] = []
  readonly title: string | null
  /** By its title it rules on every drug that has no policy. */
  readonly isGeneral: boolean
  frames: Frame[] = []
  /** What a heading says of the drug that the heading under it names, until a line below is its quote. */
  owed: { of: Mention; one: ClauseRequirement }[] = []
  /** The line is one of several ways to meet a criterion, and another way is no trial. */
  optional = false
  asked: PolicyQuestion | null = null
  askedBefore: PolicyQuestion | null = null
  readonly table: OpenTable

  constructor(
    lines: readonly PolicyLine[],
    title: string | null,
    today: string,
    codes: Codes,
    free: readonly ('authorization' | 'step')[],
  ) {
    this.free = free
    this.table = new OpenTable(groupRules(lines, today))
    this.lines = lines
    this.today = today
    this.codes = codes
    this.title = title
    this.titled = title ? distinct(headingDrugs(title)) : []
    this.isGeneral = this.titled.length === 0 && isGeneral(title ?? '')
    for (const [name, drugs] of namedGroups(lines)) this.groups.set(name, drugs)
  }

  read(line: PolicyLine, written: string, index: number, note?: Note, optional = false): void {
    this.optional = optional
    if (this.titled.length === 0 && isAbout(line.text)) this.titled = distinct(headingDrugs(line.text))
    const isListed = drugRun(this.lines, index)
    if (line.kind === 'heading' && !isListed) this.readHeading(line, this.lines[index + 1])
    else if (line.kind === 'row') this.readRow(line, written, index)
    else this.readLine(line, written, index, note)
  }

  /** A paragraph, the line before a list, or an item of one. */
  readLine(line: PolicyLine, written: string, index: number, note?: Note): void {
    const next = this.lines[index + 1]
    this.table.close()
    for (const { of, one } of this.owed) this.put(of, thingOf(one), one.weak, { section: line.section, quote: written })
    this.owed = []
    if (note) {
      const standing = { ...this.standing(line, written), drugs: note.drugs, aside: false, demanding: true, naming: false }
      this.found.push(...statementsInSentences(note.text, standing, this.all))
      return
    }
    if (this.readName(line, written, next)) return
    const depth = line.kind === 'item' ? 1000 + line.depth : 999
    this.frames = this.frames.filter((frame) => frame.depth < depth)
    const [question, answer] = asksAndAnswers(line.text)
    if (question !== null) this.ask(askedIn(question))
    if (answer.trim() !== '') this.readText({ ...line, text: answer }, written)
    this.found.push(...this.criteria({ ...line, text: written }))
    const own = listFrame(line, next, this.today)
    const group = own?.drugs.length === 0 ? [...this.groups].find(([name]) => line.text.toLowerCase().includes(name))?.[1] : undefined
    if (own) this.frames.push({ ...own, drugs: group ?? own.drugs, topic: this.topicUnder(own, line) })
  }

  /** "C. Briumvi (ublituximab)" over what is asked for it: a line with nothing but the drug works as a heading, where it is none of a list. */
  readName(line: PolicyLine, written: string, next: PolicyLine | undefined): boolean {
    const drugs = drugsAlone(withoutBullet(line.text)).map(({ of }) => of)
    if (drugs.length === 0 || drugs.length > 3 || /,|^[-•*] /.test(line.text) || !next || next.kind === 'row' || next.kind === 'heading')
      return false
    const above = this.frames.filter(({ depth }) => depth < 998)
    if (this.frames.length > above.length && this.frames.some(({ depth, listed, trying }) => depth > 998 && (listed.length > 0 || trying)))
      return false
    if (drugsAlone(withoutBullet(next.text)).length > 0) return false
    this.frames = [...above, { ...headingFrame({ ...line, text: withoutBullet(line.text) }, this.today), depth: 998 }]
    for (const one of above.findLast(({ listed }) => listed.length > 0)?.listed ?? [])
      for (const of of drugs) this.put(of, thingOf(one), one.weak, { section: line.section, quote: written })
    return true
  }

  readHeading(line: PolicyLine, next: PolicyLine | undefined): void {
    // The head of a table in plain text stands alone over its rows.
    if (/ \| /.test(line.text) && this.table.isHead(cellsOf(line.text), false, false, this.today)) return
    if (!(this.table.columns && next?.kind === 'row')) this.asked = null
    const frame = headingFrame(line, this.today)
    const alone = drugsAlone(line.text.replace(/^(?:\d{1,2}|[A-Z])[.)]\s+/, '')).map(({ of }) => of)
    // Headings of plain text have no sure depth: a drug and its criteria stand under "what needs prior authorization" all the same.
    const belongs = alone.length > 0 || frame.manner === 'demanding' || /:$/.test(line.text)
    this.frames = this.frames.filter(({ depth, rules }) => depth < line.depth || (depth <= line.depth + 1 && rules && belongs))
    const told = this.frames.findLast(({ rules }) => rules)?.listed ?? []
    // "3A. Dupixent (preferred with PA)"
    const own = frame.asked ? [] : clauseRequirements(line.text, this.today)
    this.owed = [
      ...alone.flatMap((of) => told.map((one) => ({ of, one }))),
      ...frame.drugs.flatMap((of) => own.map((one) => ({ of, one }))),
    ]
    this.frames.push(frame)
    if (frame.asked) this.ask(frame.asked)
  }

  /** "What about Uptravi?" asks what the question before it asked. */
  ask(asked: PolicyQuestion | null): void {
    const before = this.askedBefore
    const isSame = asked !== null && asked.drugs.length > 0 && asked.follows && (asked.kind ?? before?.kind) === before?.kind
    this.asked = isSame && before ? { ...asked, kind: before.kind, open: before.open, without: before.without } : asked
    if (this.asked?.kind) this.askedBefore = this.asked
  }

  readRow(line: PolicyLine, written: string, index: number): void {
    const cells = cellsOf(line.text)
    const isOfSteps = this.frames.some(({ manner }) => manner === 'demanding')
    if (this.table.isHead(cells, this.lines[index - 1]?.kind === 'row', isOfSteps, this.today)) return
    const at = { section: line.section, quote: written }
    const standing = this.standing(line, written)
    const before = this.found.length
    const { today, codes, free } = this
    const rowDrugs = this.table.drugsOf(cells)
    this.listed.push(...rowDrugs)
    const told = (text: string, drugs: readonly Mention[]) =>
      statementsInSentences(text, { ...standing, drugs, aside: false, demanding: true, naming: false }, this.all)
    const isLater = this.frames.some(({ later }) => later)
    this.found.push(...this.table.read(cells, { at, today, codes, free, told, isLater, above: standing.aside ? [] : standing.drugs }))
    this.listRow(before, at, rowDrugs)
  }

  /** What stands over a table is said of the drugs of its rows, but for what a row says itself. */
  listRow(from: number, at: { section: number; quote: string }, rowDrugs: readonly Mention[]): void {
    const said = this.found.slice(from)
    const kinds = new Set(said.flatMap(({ thing }) => (thing === 'note' ? [] : Object.keys(thing))))
    const listed = this.frames.findLast(({ listed }) => listed.length > 0)?.listed ?? []
    const named = distinct(said.flatMap(({ of }) => (of ? [of] : [])))
    const drugs = named.length > 0 ? named : rowDrugs
    // A drug with a requirement of its own is not excluded.
    if (kinds.has('authorization') || kinds.has('step')) kinds.add('exclusion')
    for (const one of listed) if (!kinds.has(one.kind)) for (const of of drugs) this.put(of, thingOf(one), one.weak, at)
  }

  readText(line: PolicyLine, written: string): void {
    const at = { section: line.section, quote: written }
    const body = withoutBullet(line.text).replace(/^(?:A|Answer)[.:] ?/, '')
    const inner = this.frames.at(-1)
    const standing = this.standing(line, written)
    if (this.frames.some(({ later }) => later) && !/\b(?:until|today|currently|now)\b/i.test(body)) return
    if (inner?.trying && !this.optional && line.kind === 'item' && !/:\W*$/.test(body)) {
      const drugs = named(body).drugs
      if (drugs.length > 0 && isShort(body)) {
        const set = { indication: standing.indication, drugs, needed: inner.trying.needed }
        for (const of of standing.drugs) {
          const sets = besides(of, [set])
          if (sets.length > 0) this.found.push({ of, thing: { step: 'required', sets }, list: inner.trying.id, ...at })
        }
        return
      }
    }
    const said = this.yesOrNo(body, at)
    const names = standing.aside ? [] : drugsAlone(body)
    this.listed.push(...names.map(({ of }) => of))
    // "Xolair (PA)"
    for (const { of, mark } of names) for (const { thing, weak } of thingsInCodes(mark, this.codes) ?? []) this.put(of, thing, weak, at)
    const stepped = inner && line.kind === 'item' && inner.steps.length > 0 ? names : []
    for (const { of } of stepped) {
      const sets = besides(of, inner?.steps ?? [])
      if (sets.length > 0) this.put(of, { step: 'required', sets }, false, at)
    }
    const listed = this.frames.findLast(({ listed }) => listed.length > 0)?.listed ?? []
    const parts = listed.length > 0 || this.excluding() ? listedParts(body) : null
    const alone = parts?.drugs ?? []
    if (parts && alone.length > 0) {
      const things = listed.length > 0 ? listed : ([{ kind: 'exclusion', required: true, weak: false }] as const)
      for (const of of alone) for (const one of things) this.put(of, thingOf(one), one.weak, at)
      if (listed.length === 0 && parts.rest === '') return
    }
    const text = parts && listed.length === 0 && alone.length > 0 ? parts.rest : body
    this.found.push(...statementsInSentences(said ? text.replace(/^(?:yes|no)\b[.,;:]?\s*/i, '') : text, standing, this.all))
  }

  /** What "Yes", "No" or a list of names says as the answer to a question. @returns whether the text is such a word */
  yesOrNo(body: string, at: { section: number; quote: string }): boolean {
    const answer = this.asked ? answerTo(this.asked, body, this.today) : null
    for (const { of, thing, weak = false } of answer?.said ?? []) this.put(of, thing, weak, at)
    if (answer?.ofAll) this.all.push({ thing: answer.ofAll, ...at })
    return answer?.isWord ?? false
  }

  standing(line: PolicyLine, written: string): TextContext {
    const drugs =
      this.asked && this.asked.drugs.length > 0
        ? this.asked.drugs
        : (this.frames.findLast(({ drugs }) => drugs.length > 0)?.drugs ?? this.titled)
    const manner = this.frames.findLast(({ manner }) => manner !== null)?.manner ?? null
    return {
      section: line.section,
      quote: written,
      drugs,
      aside: manner === 'aside' || manner === 'renewal' || manner === 'excluding',
      demanding: manner === 'demanding' || this.frames.some(({ drugs }) => drugs.length > 0),
      indication: this.frames.findLast(({ indication }) => indication !== null)?.indication ?? null,
      groups: this.groups,
      optional: this.optional,
      naming: this.asked?.kind === 'step' && this.asked.open && drugs.length > 0,
      about: this.asked?.kind === 'authorization' ? true : this.askedBefore?.kind === 'authorization' ? true : null,
      today: this.today,
      general: drugs.length === 0 && (this.frames.findLast(({ general }) => general !== null)?.general ?? this.isGeneral),
    }
  }

  topic(): Topic | null {
    const found = this.frames.findLast(({ topic }) => topic !== 'inherited')?.topic
    return found === undefined || found === 'inherited' ? null : found
  }

  /** "All of the following:" under "Renewal" are no criteria of a first approval, and under "Background" none at all. */
  topicUnder({ topic }: Frame, { text }: PolicyLine): Frame['topic'] {
    const above = this.topic()
    const renames =
      text.split(' ').length <= 6 && /\b(?:initial|approval|criteria for|exclu\w+|re-?auth\w+|renewal|continu\w+)\b/i.test(text)
    const stays = above === 'aside' || ((above === 'exclusion' || above === 'renewal') && !renames)
    // A word on how long an approval lasts, or on a form, does not turn a list of criteria into another.
    return stays || (above === 'criteria' && (topic === 'limits' || topic === 'aside' || topic === 'authorization')) ? 'inherited' : topic
  }

  criteria(line: PolicyLine): PolicyStatement[] {
    if (this.frames.some(({ later }) => later)) return []
    const { drugs, general } = this.standing(line, line.text)
    const headings = [...this.frames.flatMap(({ heading }) => (heading ? [heading] : [])), ...(this.title ? [this.title] : [])]
    return criteriaIn(line, { drugs: general ? [null] : drugs, topic: this.topic(), headings })
  }

  excluding(): boolean {
    return this.frames.findLast(({ manner }) => manner !== null)?.manner === 'excluding'
  }

  put(of: Mention, thing: PolicyStatement['thing'], weak: boolean, at: { section: number; quote: string }): void {
    this.found.push({ of, thing, weak, ...at })
  }

  /** What is said of every drug of the document goes to those on which it rules. */
  ofAll(): PolicyStatement[] {
    const ruled = distinct([...this.listed, ...this.found.flatMap(({ of, thing }) => (of && thing !== 'note' ? [of] : []))])
    // Said twice it is as true; every drug for every time would be their product.
    const once = new Map(this.all.map((one) => [JSON.stringify(one.thing), one]))
    return [...once.values()].flatMap(({ thing, section, quote }) =>
      ruled.map((of): PolicyStatement => ({ of, thing, section, quote, weak: true })),
    )
  }
}
