import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import { timing } from './effective-dates.ts'
import { exclusionStatus } from './exclusion-status.ts'
import { besides, headStatements, labelledList } from './list-statements.ts'
import { clausesOf, sentencesOf } from './policy-lines.ts'
import type { Place } from './policy-place.ts'
import type { PolicyStatement, StepSet, Thing } from './policy-statement.ts'
import { fitsContext, generality, headDrugs, type Subject, subjectsIn } from './policy-subject.ts'
import { useIn } from './policy-uses.ts'
import { normalised, type RequirementStatus, requirementStatus } from './requirement-status.ts'
import { deniesTrial, named, setsIn, trialIn } from './step-drugs.ts'

type Target = readonly (Mention | null)[]
type Term = 'priorauth' | 'steptherapy'

const noOther =
  /\bno\b.{0,60}\b(?:has|have|needs?) to (?:be|have been) (?:tried|used)\b|\bno trial of (?:another|any other|other)\b|\bneither has (?:a |any )?step\b|\bno steps?\b(?! (?:therapy )?(?:unless|for|if|when))|\bnothing (?:else )?(?:has|needs) to be tried\b|\b(?:need|does|do) not (?:have (?:been )?)?(?:tr(?:y|ied)|used?)\b|\bno (?:earlier|previous|prior|other) (?:therapy|treatment|drug|medicine)s? (?:is|are|has|have|needs?)\b|\b(?:not|no longer|never) (?:have to|need to|be required to|required to|asked to) (?:first )?(?:try|have tried|use|fail)(?: and fail)? (?:any |an)?other\b|\bno other (?:drug|medicine|medication|treatment)s? (?:has|have|need|needs|must)\b.*\btried\b|\bno (?:trial|failure|step) (?:of |with )?(?:\w+ ){0,5}(?:is|are) (?:required|necessary|needed)\b/i
const must =
  /\b(?:must|requires?|required|needs? to|has to|have to|prerequisites?|only (?:after|if|when)|(?:covered|approved|approve|authorized|paid|pays?)\b.{0,60}\b(?:after|if|when|for|once))\b/i
export const ofSome =
  /\b(?:may(?! be (?:approved|covered|considered|granted|authorized|allowed))|might|could|sometimes|some|certain|usually|often|was|were|previously|formerly)\b|\b(?:members|patients|individuals|children|adults|people|those) (?:under|over|aged|younger|older|who|with|in|on|new)\b|\b(?:if|unless) (?:the )?(?:member|patient|dose|drug)\b(?! (?:has |have |had )?(?:tried|failed|a paid))/
const telling =
  /auth|cert|approv|review|step|tri(?:al|ed|es)|try|fail|respon|refractory|cover|formulary|first|attempted|exclu|pay|paid|claim|prerequisite|history of|removed|benefit|\b[A-Z]{2,3}\b/i
/** "If methotrexate is contraindicated, …": what follows is asked for as well, and not of methotrexate. */
const excused =
  /^(?:if|when|where|for (?:members|patients) (?:with|who))\b[^,.]{0,90}\b(?:contraindicat\w+|intoleran\w+|not tolerated|cannot take)\b[^,.]{0,40}, ?(?:then )?/i
/** Every drug of the document, not of the heading. */
const allOfThem =
  /\b(?:all|every|each|any|both)\b(?: (?:of )?(?:the|these))?(?: [\w-]+){0,3}? (?:drugs?|products?|medicines?|medications?|agents?|biologics?)\b[^.]{0,40}\b(?:title|table \d|(?:this|the) (?:policy|document|guideline|page|bulletin|notice)|listed|above|below|named|addressed|table)\b|\beach (?:one )?of (?:them|these|the (?:drugs|products|medicines) (?:above|below))\b|\ball (?:two|three|four|five|six|seven|eight|nine|ten)\b/i
const openEnd = /(?<!\bas it )\b(?:still )?(?:do|does|is|are)(?: so)?(?:,? however,?)?(?<not> not)?\.?$/i
/** From here on a clause speaks of what is used instead. */
const instead =
  /(?:[,(–—-]|\b(?:and|so|please)\b)?\s*\b(?:use|uses|instead|consider|alternatives?|switch(?:ed)? to|remains?|(?:are|is) covered|can be replaced)\b.*$/i

/** The statements of a paragraph or list item, sentence by sentence and clause by clause. */
export function statementsInText(text: string, place: Place): PolicyStatement[] {
  const found: PolicyStatement[] = []
  if (!telling.test(text) && headDrugs(text).drugs.length === 0) return found
  let last: Target = []
  let before: { term: Term; status: RequirementStatus } | null = null
  let indication = place.indication
  let context = place.context
  for (const sentence of sentencesOf(text)) {
    if (sentence.length > 1500) continue
    const use = useIn(sentence)
    if (use !== null) indication = use.name
    const body = (use === null ? sentence : use.rest).replace(/n['’]t\b/g, ' not')
    const quote = place.written === text ? sentence : place.written
    const at = { section: place.section, quote }
    const labelled = labelledList(body, place, at)
    if (labelled.length > 0) {
      found.push(...labelled)
      continue
    }
    const head = headDrugs(body)
    const heads = head.rest !== body && head.rest !== '' ? head.drugs : []
    if (heads.length > 0) {
      const own = headStatements(heads, head.rest, place, at)
      if (own.length > 0) {
        found.push(...own)
        last = heads.map(({ of }) => of)
        context = { drugs: heads.map(({ of }) => of) }
        continue
      }
    }
    let own: Target = heads.map(({ of }) => of)
    // "Berinert: … . Must have failed icatibant.": the line is about what it begins with.
    if (heads.length > 0) context = { drugs: heads.map(({ of }) => of) }
    for (const clause of clausesOf((heads.length > 0 ? head.rest : body).replace(excused, ''))) {
      const words = normalised(place.about.length > 0 ? clause.replace(allOfThem, 'it') : clause)
      const authorization = requirementStatus('priorauth', words, place.today)
      const stepLabel = /^\s*(?:ST|step (?:therapy|edit|requirement))(?: for [^:]{2,60})?\s*:/i.test(clause) && stepDrugs(clause).length > 0
      const ownBefore = own
      const same = sameAs.exec(clause)
      const likeDrug =
        same && (same.index < 8 || /\b(?:trials?|steps?|rules?|criteria|requirements?|medicines|items|conditions)\b/i.test(clause))
          ? drugMentions(same[0]).at(-1)?.ingredient
          : undefined
      const like =
        likeDrug !== undefined
          ? { ingredient: likeDrug }
          : place.lastList !== null && listAbove.test(clause)
            ? { list: place.lastList }
            : undefined
      const exclusion = exclusionStatus(clause, place.today)
      const trial = trialIn(likeDrug === undefined || !same ? clause : clause.replace(same[0], ' '.repeat(same[0].length)))
      const told = requirementStatus('steptherapy', words, place.today) ?? (stepLabel ? 'required' : undefined)
      // "Step therapy applies: the claim pays if there is one for ezetimibe": the condition is the trial.
      const step = told === 'unclear' && trial && trial.sets.length > 0 && !ofSome.test(words) ? 'required' : told
      const tried = trial?.mentions.map(({ start, written }) => `${start} ${written}`) ?? []
      const behind = step && step !== 'not_required' && !trial ? stepMentions(clause) : []
      const stepNames = step && step !== 'not_required' ? stepDrugs(clause) : []
      // "… does not require authorization when another has been tried": what follows is the condition.
      const conditionless =
        authorization && trial ? (/^.*?(?= (?:if|when|where|once|after|unless)\b)/i.exec(clause)?.[0] ?? clause) : clause
      const subjectWords = exclusion ? conditionless.replace(instead, '') : conditionless
      const isTrial = trial && subjectWords === clause
      const subjects = distinct(isTrial ? trial.targets : subjectsIn(subjectWords)).filter(
        ({ start, written }) =>
          (!isTrial || !tried.includes(`${start} ${written}`)) && !stepNames.includes(written) && !behind.includes(start),
      )
      const target =
        heads.length > 0 && (trial || exclusion || subjects.length === 0)
          ? own
          : targetOf(
              clause,
              heads.length > 0 && (trial || exclusion) ? [] : subjects,
              own.length > 0 ? own : refersBack(clause) ? last : [],
              allOfThem.test(clause) && place.about.length > 0 ? { drugs: [...place.about] } : context,
              authorization === 'unclear',
            )
      if (subjects.length > 0 && heads.length === 0) own = subjects
      const weak =
        /\bunless (?:[\w']+ ){0,3}(?:marked|noted|listed|indicated|stated|specified|says|shown)\b/.test(words) ||
        (allOfThem.test(clause) && subjectsIn(clause).length === 0) ||
        (/^(?:if|once)\b/i.test(body) && authorization === 'not_required')
      if (authorization)
        found.push(
          ...target.map((of) => ({
            of,
            thing: { authorization: general(of, clause, weak ? unhedged(authorization, words) : authorization) },
            weak,
            ...at,
          })),
        )
      if (exclusion && !target.includes(null))
        found.push(
          ...target.map((of) => ({ of, thing: { exclusion: general(of, clause, exclusion.status) }, weak: exclusion.weak, ...at })),
        )
      const sets = (of: Mention | null, drugs: readonly StepSet[]) => ofUse(besides(of, drugs), indication)
      if (step) {
        const all = [...(trial?.sets ?? []), ...(stepNames.length > 0 && !trial ? setsIn(stepWords(clause)) : [])]
        found.push(...target.map((of) => ({ of, thing: { step: general(of, clause, step), sets: sets(of, all) }, weak, ...at })))
      } else if (noOther.test(clause)) {
        const named = subjects.filter(({ start }) => start < (noOther.exec(clause)?.index ?? 0))
        const target = targetOf(
          clause.slice(0, 0),
          named,
          heads.length > 0 ? heads.map(({ of }) => of) : ownBefore.length > 0 ? ownBefore : refersBack(clause) ? last : [],
          context,
          false,
        )
        // "No trial is necessary" for one use says nothing of the others.
        if (indication === null) found.push(...target.map((of) => ({ of, thing: { step: 'not_required' as const, sets: [] }, ...at })))
        else found.push(...target.map((of) => ({ of, thing: { step: 'not_required' as const, sets: [] }, weak: true, ...at })))
      } else if (trial && trial.sets.length > 0 && (authorization ?? 'required') === 'required' && trialHolds(words, sentence, place))
        found.push(...target.filter((of) => of !== null).flatMap((of) => stepOf(of, sets(of, trial.sets), at)))
      if (like && !(likeDrug !== undefined && trial && trial.sets.length > 0) && (place.demanding || /\bmust\b/i.test(clause)) && !step)
        found.push(
          ...contextTarget(own.length > 0 && likeDrug === undefined ? own : heads.map(({ of }) => of), place).map((of) => ({
            of,
            thing: { step: 'required' as const, sets: [] },
            like,
            ...at,
          })),
        )
      const open = openEnd.exec(clause.trim())
      if (
        before &&
        (before.status === 'required' || before.status === 'not_required') &&
        open &&
        clause.trim().split(' ').length < 8 &&
        subjects.length > 0 &&
        !authorization &&
        !step
      ) {
        const status: RequirementStatus = open.groups?.not ? 'not_required' : 'required'
        if (before.status !== status) {
          const thing: Thing = before.term === 'steptherapy' ? { step: status, sets: [] } : { authorization: status }
          found.push(...subjects.map((of) => ({ of, thing, ...at })))
        }
      }
      if (authorization) before = { term: 'priorauth', status: authorization }
      else if (step) before = { term: 'steptherapy', status: step }
    }
    if (own.length > 0) last = own
  }
  return found
}

const ofUse = (sets: StepSet[], indication: string | null): StepSet[] =>
  indication === null ? sets : sets.map((set) => ({ ...set, indication: set.indication ?? indication }))

/** What a study did asks nothing of a member. */
const ofStudy =
  /\b(?:in the [\w -]{2,40} (?:trials?|stud(?:y|ies))|participants?|enrolled|randomi[sz]\w+|placebo|(?:was|were) (?:given|compared|studied|treated)|comparators?|published|et al)\b/i

/** "Same as Qulipta", "just as for Nurtec ODT", "follows the Qulipta rule". */
const sameAs =
  /\b(?:the )?same (?:[\w-]+ ){0,4}?as (?:for )?(?:[\w-]+ ?){1,3}|\bjust as for (?:[\w-]+ ?){1,3}|(?<=\b(?:items|criteria|requirements|conditions|steps)\b[^.;]{0,40})\bas (?:for|with) (?:[\w-]+ ?){1,3}|\bfollows? (?:the )?(?:[\w-]+ ){1,3}(?:rule|criteria|policy|requirements?)/i
/** "The rule of two classes above". */
const listAbove = /\b(?:rule|steps?|classes|criteria|requirements?|trials?|medicines|drugs)\b[^.,;]{0,30}\babove\b/i

const contextTarget = (own: Target, { context }: Place): Mention[] =>
  own.length > 0 ? own.filter((of) => of !== null) : context === null || context === 'general' ? [] : [...context.drugs]

/** Whether a trial is required now and of every member. */
function trialHolds(words: string, sentence: string, { demanding, today }: Place): boolean {
  if (timing(sentence, today) !== 'now' || ofStudy.test(sentence)) return false
  return demanding || (must.test(sentence) && !ofSome.test(words))
}

const unhedged = (status: RequirementStatus, words: string): RequirementStatus =>
  status === 'unclear' ? (/\b(?:no|not|without)\b/.test(words.split('unless')[0] ?? '') ? 'not_required' : 'required') : status

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
  if (allOfThem.test(clause)) return context === null || context === 'general' ? [] : context.drugs
  if (
    !fitsContext(clause.slice(0, Math.min(...[clause.indexOf(':'), trialIn(clause)?.start ?? -1].filter((end) => end >= 0), clause.length)))
  )
    return []
  if (before.length > 0) return before
  if (context === 'general') return [null]
  return context?.drugs ?? []
}

const refersBack = (clause: string): boolean => /^(?:it|they|both|these|this|each|either|neither)\b/i.test(clause.trim())

function stepOf(of: Mention, sets: StepSet[], at: { section: number; quote: string }): PolicyStatement[] {
  return sets.length > 0 ? [{ of, thing: { step: 'required', sets }, ...at }] : []
}

/** The positions of the drugs that step therapy goes through, as opposed to those it is required for. */
export function stepMentions(clause: string): number[] {
  const term = /\bstep[- ](?:therapy|edits?|treatment|protocol)\b/i.exec(clause)
  if (!term) return []
  return drugMentions(clause)
    .filter(({ start }) => start > term.index && !/\b(?:for|to|before|of|when)\b[^:]*$/i.test(clause.slice(term.index, start)))
    .map(({ start }) => start)
}

/** "Step therapy through methotrexate": the words behind these, up to those for which it is. */
export function stepWords(clause: string): string {
  const span =
    /\b(?:step[- ](?:therapy|edits?|treatment|protocol)|ST)\b(?: (?:is required|applies|required))?(?: for [^:]{2,80}?)?(?: \([^)]*\))?\s*(?:with|through|using|of|:|–|—|-|\()\s*(.*)$/i.exec(
      clause,
    )?.[1] ?? ''
  const cut = /\b(?:before|prior to|for|applies|is required)\b/i.exec(span)?.index ?? span.length
  return deniesTrial(span) ? '' : span.slice(0, cut)
}

const stepDrugs = (clause: string): string[] => named(stepWords(clause)).drugs
