import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import { timing } from './effective-dates.ts'
import { clausesOf, sentencesOf } from './policy-lines.ts'
import type { PolicyStatement } from './policy-statement.ts'
import { fitsContext, generality, type Subject, subjectsIn } from './policy-subject.ts'
import { normalised, type RequirementStatus, requirementStatus } from './requirement-status.ts'
import { deniesTrial, named, trialIn } from './step-drugs.ts'

/** Where a line stands. */
export interface Place {
  section: number
  context: Subject
  /** A trial named here is required: in a list of criteria, or in a chapter on step therapy. */
  demanding: boolean
  today: string
}

type Target = readonly (Mention | null)[]

const noOther =
  /\b(?:not|no longer|never) (?:have to|need to|be required to|required to|asked to) (?:first )?(?:try|have tried|use|fail)(?: and fail)? (?:any |an)?other\b|\bno other (?:drug|medicine|medication|treatment)s? (?:has|have|need|needs|must)\b.*\btried\b/i
const must = /\b(?:must|requires?|required|needs? to|has to|have to|only (?:after|if|when)|(?:covered|approved) (?:after|if|when|for))\b/i
const notCovered =
  /\b(?:is|are) (?:not|no longer) (?:a )?(?:covered|on the (?:formulary|drug list))\b(?! (?:without|until|unless|for|when|if|under|in))|\b(?:is|are) excluded from (?:coverage|the (?:formulary|drug list))/i
const ofSome =
  /\b(?:may|might|could|sometimes|some|certain|usually|often|was|were|previously|formerly)\b|\b(?:members|patients|individuals|children|adults|people|those) (?:under|over|aged|younger|older|who|with|in|on|new)\b|\b(?:if|unless) (?:the )?(?:member|patient|dose|drug)\b/
const telling = /auth|cert|approv|review|step|tri(?:al|ed|es)|try|fail|respon|refractory|cover|formulary|first|attempted|\bPAs?\b|\bST\b/i
const openEnd = /\b(?:do|does|is|are)(?:,? however,?)?(?<not> not)?\.?$/i

/** The statements of a paragraph or list item, sentence by sentence and clause by clause. */
export function statementsInText(text: string, place: Place): PolicyStatement[] {
  const found: PolicyStatement[] = []
  if (!telling.test(text)) return found
  let last: Target = []
  for (const sentence of sentencesOf(text)) {
    if (sentence.length > 1200) continue
    let own: Target = []
    let before: { term: 'priorauth' | 'steptherapy'; status: RequirementStatus } | null = null
    for (const clause of clausesOf(sentence)) {
      const words = normalised(clause)
      const at = { section: place.section, quote: sentence }
      const authorization = requirementStatus('priorauth', words, place.today)
      const labelled = /^\s*(?:ST|step (?:therapy|edit))\s*:/i.test(clause) && stepDrugs(clause).length > 0
      const step = requirementStatus('steptherapy', words, place.today) ?? (labelled ? 'required' : undefined)
      const trial = trialIn(clause)
      const tried = trial?.mentions.map(({ start, written }) => `${start} ${written}`) ?? []
      const behind = step && step !== 'not_required' && !trial ? stepMentions(clause) : []
      const stepNames = step && step !== 'not_required' ? stepDrugs(clause) : []
      // "… does not require authorization when another has been tried": what follows is the condition.
      const subjectWords = authorization && trial ? (/^.*?(?= (?:if|when|where|once|after|unless)\b)/i.exec(clause)?.[0] ?? clause) : clause
      const subjects = distinct(trial && subjectWords === clause ? trial.targets : subjectsIn(subjectWords)).filter(
        ({ start, written }) =>
          (subjectWords !== clause || !tried.includes(`${start} ${written}`)) && !stepNames.includes(written) && !behind.includes(start),
      )
      const target = targetOf(
        clause,
        subjects,
        own.length > 0 ? own : refersBack(clause) ? last : [],
        place.context,
        authorization === 'unclear',
      )
      if (subjects.length > 0) own = subjects
      if (authorization) found.push(...target.map((of) => ({ of, thing: { authorization: general(of, clause, authorization) }, ...at })))
      if (step)
        found.push(
          ...target.map((of) => ({
            of,
            thing: { step: general(of, clause, step), drugs: besides(of, [...(trial?.drugs ?? []), ...stepNames]) },
            ...at,
          })),
        )
      else if (noOther.test(clause)) found.push(...target.map((of) => ({ of, thing: { step: 'not_required' as const, drugs: [] }, ...at })))
      else if (trial && trial.drugs.length > 0 && (authorization ?? 'required') === 'required' && trialHolds(words, sentence, place))
        found.push(...target.filter((of) => of !== null).flatMap((of) => stepOf(of, trial.drugs, at)))
      if (notCovered.test(clause) && !/\b(?:use|used|together|combination|combined)\b/i.test(clause))
        found.push(...target.map((of) => ({ of, thing: 'note' as const, ...at })))
      const open = openEnd.exec(clause.trim())
      if (before && open && subjects.length > 0 && !authorization && !step) {
        const status: RequirementStatus = open.groups?.not ? 'not_required' : 'required'
        if (before.status !== status) found.push(...subjects.map((of) => ({ of, thing: thingOf(before, status), ...at })))
      }
      if (authorization) before = { term: 'priorauth', status: authorization }
      else if (step) before = { term: 'steptherapy', status: step }
    }
    if (own.length > 0) last = own
  }
  return found
}

/** Whether a trial is required now and of every member. */
function trialHolds(words: string, sentence: string, { demanding, today }: Place): boolean {
  if (timing(sentence, today) !== 'now') return false
  return demanding || (must.test(sentence) && !ofSome.test(words))
}

const thingOf = (before: { term: string } | null, status: RequirementStatus): PolicyStatement['thing'] =>
  before?.term === 'steptherapy' ? { step: status, drugs: [] } : { authorization: status }

/** A statement about only some unnamed drugs is unclear for any one of them. */
const general = (of: Mention | null, clause: string, status: RequirementStatus): RequirementStatus =>
  of === null && generality(clause) === 'some' ? 'unclear' : status

function targetOf(clause: string, subjects: readonly Mention[], before: Target, context: Subject, conditional: boolean): Target {
  if (subjects.length > 0) {
    // In "when given with …" other drugs are named than the one that the sentence is about.
    const known =
      context !== null && context !== 'general' && conditional
        ? subjects.filter((one) => context.drugs.some(({ ingredient }) => ingredient === one.ingredient))
        : []
    return known.length > 0 ? known : subjects
  }
  if (generality(clause) !== null) return [null]
  if (
    !fitsContext(clause.slice(0, Math.min(...[clause.indexOf(':'), trialIn(clause)?.start ?? -1].filter((end) => end >= 0), clause.length)))
  )
    return []
  if (before.length > 0) return before
  if (context === 'general') return [null]
  return context?.drugs ?? []
}

const refersBack = (clause: string): boolean => /^(?:it|they|both|these|this|each|either|neither)\b/i.test(clause.trim())

const besides = (of: Mention | null, drugs: readonly string[]): string[] =>
  drugs.filter((drug) => drug.toLowerCase() !== of?.written.toLowerCase())

/** A drug is no step before itself ("inadequate response to" the same drug, where treatment goes on). */
function stepOf(of: Mention, drugs: readonly string[], at: { section: number; quote: string }): PolicyStatement[] {
  const others = besides(of, drugs).filter(
    (drug) =>
      !named(drug).mentions.some(
        ({ ingredient, brand }) => ingredient === of.ingredient && (brand === null || of.brand === null || brand === of.brand),
      ),
  )
  return others.length > 0 ? [{ of, thing: { step: 'required', drugs: others }, ...at }] : []
}

/** The positions of the drugs that step therapy goes through, as opposed to those it is required for. */
function stepMentions(clause: string): number[] {
  const term = /\bstep[- ](?:therapy|edits?|treatment|protocol)\b/i.exec(clause)
  if (!term) return []
  return drugMentions(clause)
    .filter(({ start }) => start > term.index && !/\b(?:for|to|before|of|when)\b[^:]*$/i.test(clause.slice(term.index, start)))
    .map(({ start }) => start)
}

/** "Step therapy through methotrexate": the drugs behind these words, up to those for which it is. */
function stepDrugs(clause: string): string[] {
  const span =
    /\b(?:step[- ](?:therapy|edits?|treatment|protocol)|ST)\b(?: (?:is required|applies|required))?(?: \([^)]*\))?\s*(?:with|through|using|of|:|–|—|-|\()\s*(.*)$/i.exec(
      clause,
    )?.[1] ?? ''
  const cut = /\b(?:before|prior to|for|applies|is required)\b/i.exec(span)?.index ?? span.length
  return deniesTrial(span) ? [] : named(span.slice(0, cut)).drugs
}
