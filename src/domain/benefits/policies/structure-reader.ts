import { type ClauseRequirement, clauseRequirements } from './clause-requirements.ts'
import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import { besides } from './list-statements.ts'
import { type Note, notesIn } from './noted-drugs.ts'
import { optionalLines } from './optional-lines.ts'
import { type PolicyLine, withoutBullet } from './policy-lines.ts'
import type { PolicyStatement } from './policy-statement.ts'
import { drugsAlone, headingDrugs } from './policy-subject.ts'
import { type Asked, askedIn } from './question-asked.ts'
import { type Codes, thingsInCodes } from './requirement-codes.ts'
import { named } from './step-drugs.ts'
import { type Frame, headingFrame, listFrame } from './structure-frames.ts'
import { asksAndAnswers, drugRun, isShort, listedParts, namedGroups } from './structure-lists.ts'
import { type OfAll, type Standing, statementsInSentences } from './structure-sentences.ts'
import { columnsOf, rowStatements, withSecondRow } from './structure-tables.ts'
import { cellsOf } from './table-statements.ts'

/**
 * Reads a policy by its structure. Whatever a line says holds for the drugs that it names, else for those of the row, list item,
 * question or heading that it stands under, else for those of the title; what stands under "drugs that require …" has that said of it.
 * @returns the statements of each line, and what is said of every drug on which the document rules
 */
export function statementsByStructure(
  lines: readonly PolicyLine[],
  {
    title,
    today,
    codes,
    free,
    texts,
  }: { title: string | null; today: string; codes: Codes; free: readonly ('authorization' | 'step')[]; texts: readonly string[] },
): { byLine: PolicyStatement[][]; ofAll: PolicyStatement[] } {
  const reader = new Reader(lines, title, today, codes, free)
  const notes = notesIn(lines)
  const optional = optionalLines(lines)
  const byLine = lines.map((line, index) => {
    const before = reader.found.length
    reader.read({ ...line, text: texts[index] ?? line.text }, line.text, index, notes.get(index), optional.has(index))
    return reader.found.slice(before)
  })
  return { byLine, ofAll: reader.ofAll() }
}

class Reader {
  readonly lines: readonly PolicyLine[]
  readonly today: string
  readonly codes: Codes
  readonly free: readonly ('authorization' | 'step')[]
  readonly found: PolicyStatement[] = []
  readonly all: OfAll[] = []
  readonly groups = new Map<string, readonly Mention[]>()
  readonly titled: readonly Mention[]
  frames: Frame[] = []
  /** What a heading says of the drug that the heading under it names, until a line below is its quote. */
  owed: { of: Mention; one: ClauseRequirement }[] = []
  /** The line is one of several ways to meet a criterion, and another way is no trial. */
  optional = false
  asked: Asked | null = null
  askedBefore: Asked | null = null
  columns: ReturnType<typeof columnsOf> = null
  /** How many rows of the table were read. */
  rows = 0

  constructor(
    lines: readonly PolicyLine[],
    title: string | null,
    today: string,
    codes: Codes,
    free: readonly ('authorization' | 'step')[],
  ) {
    this.free = free
    this.lines = lines
    this.today = today
    this.codes = codes
    this.titled = title ? distinct(headingDrugs(title)) : []
    for (const [name, drugs] of namedGroups(lines)) this.groups.set(name, drugs)
  }

  read(line: PolicyLine, written: string, index: number, note?: Note, optional = false): void {
    this.optional = optional
    const isListed = drugRun(this.lines, index)
    if (line.kind === 'heading' && !isListed) this.readHeading(line)
    else if (line.kind === 'row') this.readRow(line, written, index)
    else this.readLine(line, written, index, note)
  }

  /** A paragraph, the line before a list, or an item of one. */
  readLine(line: PolicyLine, written: string, index: number, note?: Note): void {
    const next = this.lines[index + 1]
    this.columns = null
    for (const { of, one } of this.owed) this.put(of, thingOf(one), one.weak, { section: line.section, quote: written })
    this.owed = []
    if (note) {
      const standing = { ...this.standing(line, written), drugs: note.drugs, aside: false, demanding: true, naming: false }
      this.found.push(...statementsInSentences(note.text, standing, this.all))
      return
    }
    const depth = line.kind === 'item' ? 1000 + line.depth : 999
    this.frames = this.frames.filter((frame) => frame.depth < depth)
    const [question, answer] = asksAndAnswers(line.text)
    if (question !== null) this.ask(askedIn(question))
    if (answer.trim() !== '') this.readText({ ...line, text: answer }, written)
    const own = listFrame(line, next, this.today)
    const group = own?.drugs.length === 0 ? [...this.groups].find(([name]) => line.text.toLowerCase().includes(name))?.[1] : undefined
    if (own) this.frames.push(group ? { ...own, drugs: group } : own)
  }

  readHeading(line: PolicyLine): void {
    // The head of a table in plain text stands alone over its rows.
    const columns = / \| /.test(line.text) ? columnsOf(cellsOf(line.text), '', this.today) : null
    if (columns) {
      this.columns = columns
      this.rows = 0
      return
    }
    if (!(this.columns && this.lines[this.lines.indexOf(line) + 1]?.kind === 'row')) this.asked = null
    const frame = headingFrame(line, this.today)
    const alone = drugsAlone(line.text.replace(/^(?:\d{1,2}|[A-Z])[.)]\s+/, '')).map(({ of }) => of)
    // Headings of plain text have no sure depth: a drug and its criteria stand under "what needs prior authorization" all the same.
    const belongs = alone.length > 0 || frame.manner === 'demanding' || /:$/.test(line.text)
    this.frames = this.frames.filter(({ depth, rules }) => depth < line.depth || (depth <= line.depth + 1 && rules && belongs))
    const told = this.frames.findLast(({ rules }) => rules)?.listed ?? []
    this.owed = alone.flatMap((of) => told.map((one) => ({ of, one })))
    this.frames.push(frame)
    if (frame.asked) this.ask(frame.asked)
  }

  /** "What about Uptravi?" asks what the question before it asked. */
  ask(asked: Asked | null): void {
    const isSame = asked !== null && asked.kind === null && asked.drugs.length > 0 && asked.follows
    this.asked =
      isSame && this.askedBefore
        ? { ...asked, kind: this.askedBefore.kind, open: this.askedBefore.open, without: this.askedBefore.without }
        : asked
    if (this.asked?.kind) this.askedBefore = this.asked
  }

  readRow(line: PolicyLine, written: string, index: number): void {
    const cells = cellsOf(line.text)
    const heading = this.frames.map(({ depth }) => depth).length > 0 ? this.headings() : ''
    const isSecond = this.columns !== null && this.lines[index - 1]?.kind === 'row' && this.rows === 0
    const columns =
      isSecond && this.columns
        ? (withSecondRow(this.columns, cells, this.today) ?? columnsOf(cells, heading, this.today))
        : columnsOf(cells, heading, this.today)
    if (columns) {
      this.columns = columns
      this.rows = 0
      return
    }
    if (this.frames.some(({ later }) => later)) return
    const at = { section: line.section, quote: written }
    const standing = this.standing(line, written)
    if (this.columns) {
      this.rows++
      this.found.push(
        ...rowStatements(cells, this.columns, at, {
          today: this.today,
          codes: this.codes,
          free: this.free,
          told: (text, drugs) =>
            statementsInSentences(text, { ...standing, drugs, aside: false, demanding: true, naming: false }, this.all),
        }),
      )
      return
    }
    const [first = '', ...others] = cells
    const drugs = drugsAlone(first).map(({ of }) => of)
    if (drugs.length === 0 || index < 0) return
    for (const cell of others) {
      const coded = thingsInCodes(cell, this.codes)
      if (coded) for (const { thing, weak } of coded) for (const of of drugs) this.put(of, thing, weak, at)
      else if (cell.length > 3)
        this.found.push(...statementsInSentences(cell, { ...standing, drugs, demanding: true, naming: false }, this.all))
    }
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

  /** What "Yes", "No" or a list of names says as the answer to a question. */
  yesOrNo(body: string, at: { section: number; quote: string }): boolean {
    const asked = this.asked
    if (!asked?.kind) return false
    const first = body.split(/(?<=[.;])\s/)[0] ?? ''
    const word =
      /^(?:for [^,.]{3,60}, )?(yes|no|not any ?more|no longer|not (?:at present|currently|now|yet|today)|it does|they do|it is\b(?! not)|it does not|it doesn't|always)\b/i
        .exec(first)?.[1]
        ?.toLowerCase()
    const hedge = /\b(?:if|when|unless|only|except|may|depends|some|most)\b/i.test(first)
    if (word === undefined) {
      const drugs = asked.open && asked.drugs.length === 0 && asked.kind === 'authorization' ? distinct(drugMentions(first)) : []
      if (drugs.length > 0 && clauseRequirements(first, this.today).length === 0)
        for (const of of drugs) this.put(of, { authorization: asked.without ? 'not_required' : 'required' }, false, at)
      return false
    }
    const isYes = /^(?:yes|it does$|they do|it is$|always)/.test(word) && !asked.without
    if (asked.kind === 'coverage' && !isYes && !hedge) for (const of of asked.drugs) this.put(of, { exclusion: 'required' }, false, at)
    if (asked.kind === 'authorization' && !hedge)
      for (const of of asked.drugs) this.put(of, { authorization: isYes ? 'required' : 'not_required' }, false, at)
    if (asked.kind === 'step' && !hedge)
      for (const of of asked.drugs)
        if (isYes) this.put(of, { step: 'required', sets: besides(of, asked.sets) }, false, at)
        else this.put(of, { step: 'not_required', sets: [] }, false, at)
    return true
  }

  standing(line: PolicyLine, written: string): Standing {
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
      demanding: manner === 'demanding' || this.frames.some(({ depth, drugs }) => depth >= 1000 && drugs.length > 0),
      indication: this.frames.findLast(({ indication }) => indication !== null)?.indication ?? null,
      groups: this.groups,
      optional: this.optional,
      naming: this.asked?.kind === 'step' && this.asked.open && drugs.length > 0,
      about: this.asked?.kind === 'authorization' ? true : this.askedBefore?.kind === 'authorization' ? true : null,
      today: this.today,
    }
  }

  excluding(): boolean {
    return this.frames.findLast(({ manner }) => manner !== null)?.manner === 'excluding'
  }

  headings(): string {
    return this.frames.map(({ manner }) => (manner === 'demanding' ? 'step' : '')).join(' ')
  }

  put(of: Mention, thing: PolicyStatement['thing'], weak: boolean, at: { section: number; quote: string }): void {
    this.found.push({ of, thing, weak, ...at })
  }

  /** What is said of every drug of the document goes to those on which it rules. */
  ofAll(): PolicyStatement[] {
    const ruled = distinct(this.found.flatMap(({ of, thing }) => (of && thing !== 'note' ? [of] : [])))
    return this.all.flatMap(({ thing, section, quote }) => ruled.map((of): PolicyStatement => ({ of, thing, section, quote, weak: true })))
  }
}

const thingOf = ({ kind, required }: { kind: 'authorization' | 'step' | 'exclusion'; required: boolean }): PolicyStatement['thing'] => {
  const status = required ? 'required' : 'not_required'
  return kind === 'authorization' ? { authorization: status } : kind === 'step' ? { step: status, sets: [] } : { exclusion: status }
}
