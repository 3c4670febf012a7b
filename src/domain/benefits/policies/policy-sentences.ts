import { type ClauseRequirement, clauseRequirements, isQualified, withPriorAuthorization } from './clause-requirements.ts'
import { subjectsOfClause } from './clause-subjects.ts'
import { trialOfClause } from './clause-trials.ts'
import { drugMentions, type Mention } from './drug-mentions.ts'
import { timing } from './effective-dates.ts'
import { clausesOf, sentencesOf } from './policy-lines.ts'
import { type PolicyStatement, type StepSet, thingOf } from './policy-statement.ts'
import { drugsAlone, subjectsIn } from './policy-subject.ts'
import { isDiagnosis } from './policy-topics.ts'
import { useIn } from './policy-uses.ts'
import { besides, setsIn, trialIn } from './step-drugs.ts'

/** Where a text stands. */
export interface TextContext {
  section: number
  quote: string
  /** The drugs that it is about if it names none. */
  drugs: readonly Mention[]
  /** Nothing here is asked of a member unless it says so of a drug by name. */
  aside: boolean
  /** A trial that is named is asked for. */
  demanding: boolean
  indication: string | null
  /** The drugs of the document's groups, by their names ("target agent"). */
  groups: ReadonlyMap<string, readonly Mention[]>
  /** The line is one of several ways to meet a criterion, and another way is no trial. */
  optional: boolean
  /** The names of drugs answer what has to be tried. */
  naming: boolean
  /** The question is about prior authorization: "needs one". */
  about: boolean | null
  today: string
  /** It is about every drug that no policy names. */
  general: boolean
}

/** Of every drug that the document rules on. */
export interface OfAll {
  thing: PolicyStatement['thing']
  section: number
  quote: string
}

const must =
  /\b(?:must|requir\w+|needs?|takes?|has to|have to|asks?|want|would like|approved|authori[sz]ed|granted|cover\w*|contingent|only|paid|pays?|shall|prerequisite|before|after|first|documented|has (?:had|tried|failed|used)|have (?:had|tried|failed|used)|is intolerant)\b/i
/** Where prior authorization is not needed. */
const deniedAuthorization = /\bnot (?:need|require) (?:prior )?auth\w*|\bno (?:prior )?authorization\b/i
/** "Right now it doesn't." */
const notYet = /\b(?:right now|at present|for now|currently|today|until then|presently)\b[^.;]{0,30}(?:\bnot\b|n['’]t\b)/i
/** Of one use only. */
const forUse =
  /\bfor (?!(?:all|any|both|every|either)\b)(?:[\w'’-]+ ){0,3}(?:\w+itis|\w+osis|tumou?rs?|bone|chorea|arthritis|\w+emia|\w+oma|asthma|psoriasis|disease|eczema|migraine|diabetes|allergy|syndrome|cancer|gout|lupus|dyskinesia|cataplexy|narcolepsy)\b/i
/** It tells what codes stand for, or their absence. */
const ofCodes =
  /^\W*[A-Z]{2,5}\d?["”]?\s*(?:=|:(?! (?:yes|no|none|required|not)\b)|–|-|means|stands for)\s|^\W*none\W+means\b|\b(?:shows?|marked|lists?) (?:PA|ST) (?:alone|only)\b/
/** A rule for some of those who take the drug. */
const someMembers = /^(?:members|patients|individuals|children|adults|people|those) (?:under|over|aged|younger|older|who|with|in|on|new)\b/i
/** Said of some who take the drug, or not for sure. */
const ofSome =
  /\b(?:may(?! be (?:approved|covered|considered|granted|authorized|allowed))|might|could|sometimes|some|certain|usually|often|previously|formerly)\b|\b(?:members|patients|individuals|children|adults|people|those) (?:under|over|aged|younger|older|who|with|in|on|new)\b|\b(?:if|unless) (?:the )?(?:member|patient|dose|drug)\b(?! (?:has |have |had )?(?:tried|failed|a paid))/
const elliptic = /^(?:[^ ]+ ){1,5}(?:still )?(?:do|does|is|are)(?<not> not|n['’]t)?\.?$/i
const hasEnded = /\b(?:ended|removed|dropped|lifted|waived|retired)\b/i
/** "Neither has Xarelto." */
const likewise = /^(?:neither|nor|so) (?:has|have|does|do|is|are|needs?)\b/i
/** Of those who have the drug already. */
const ofThoseOnIt = /\bnew prior\b|\b(?:members|patients) (?:stable|already|currently|established)\b/i
const stepLabel = /^\W*(?:ST|step (?:therapy|edit|requirement))(?: \w+)?\s*$/i
/** No real sentence is longer. */
const longest = 1200

/** What the sentences of a text say of drugs by name, or of those that it stands under. */
export function statementsInSentences(text: string, at: TextContext, all: OfAll[]): PolicyStatement[] {
  const reader = new Sentences(at, all)
  for (const sentence of sentencesOf(text)) if (sentence.length <= longest && !ofCodes.test(sentence)) reader.read(sentence)
  return reader.found
}

interface SentenceHead {
  drugs: readonly Mention[]
  rest: string
  indication: string | null
}

class Sentences {
  readonly found: PolicyStatement[] = []
  readonly at: TextContext
  readonly all: OfAll[]
  /** What the text is about by now: a sentence that begins with a drug or a use is followed by others on it. */
  drugs: readonly Mention[]
  indication: string | null
  headed = false
  /** What the sentence before was about, and what it required. */
  last: readonly (Mention | null)[] = []
  repeated: readonly ClauseRequirement[] = []
  /** Prior authorization was spoken of; a change of it is to come. */
  spoken = false
  coming = false

  constructor(at: TextContext, all: OfAll[]) {
    this.at = at
    this.all = all
    this.drugs = at.drugs
    this.indication = at.indication
  }

  read(sentence: string): void {
    const { today } = this.at
    const use = useIn(sentence)
    if (use) this.indication = use.name
    const head = headOf(use?.rest ?? sentence)
    if (head.drugs.length > 0) {
      this.drugs = head.drugs
      this.headed = true
    }
    if (head.indication) this.indication = head.indication
    if (likewise.test(sentence) && this.repeated.length > 0) {
      for (const one of this.repeated) this.put(subjectsIn(sentence), thingOf(one), one.weak)
      return
    }
    const labelled = head.drugs.length > 0 ? null : labelledDrugs(head.rest)
    const told = labelled && !stepLabel.test(labelled.label) ? clauseRequirements(labelled.label, today) : []
    for (const one of told) this.put(labelled?.drugs ?? [], thingOf(one), one.weak)
    if (told.length > 0) return
    const when = timing(sentence, today)
    if (when === 'future' || (when === 'ended' && !hasEnded.test(sentence))) this.readOther(sentence, when)
    else if (this.coming && notYet.test(sentence) && subjectsIn(sentence).length === 0)
      this.put(this.at.about === true && this.drugs.length > 0 ? this.drugs : this.last, { authorization: 'not_required' }, false)
    else this.readClauses(sentence, head)
  }

  /** What does not hold today. */
  readOther(sentence: string, when: 'future' | 'ended'): void {
    const named = subjectsIn(sentence)
    if (named.length > 0) this.last = named
    if (isQualified(sentence, this.at.today)) this.put(named, 'note', false)
    this.coming = when === 'future' && (/priorauth/.test(withPriorAuthorization(sentence)) || this.at.about === true)
    if (this.coming && notYet.test(sentence)) this.put(named.length > 0 ? named : this.drugs, { authorization: 'not_required' }, false)
  }

  readClauses(sentence: string, { drugs: head, rest }: SentenceHead): void {
    let own: readonly Mention[] = head
    for (const clause of clausesOf(rest)) {
      const targets = this.readClause(this.withTerm(clause.trim()), sentence, {
        own,
        head,
        isConditional: /^(?:if|when|once)\b/i.test(rest),
      })
      if (targets.length > 0) own = targets
    }
    if (own.length > 0) this.last = own
  }

  /** "It needs one." */
  withTerm(clause: string): string {
    const isMeant = this.at.about ?? this.spoken
    return clause.replace(/\b(needs?|requires?) (?:it|one)\b/i, (all, verb) => (isMeant ? `${verb} prior authorization` : all))
  }

  /** @returns the drugs that it names, which the clauses behind it are about as well */
  readClause(
    words: string,
    sentence: string,
    { own, head, isConditional }: { own: readonly Mention[]; head: readonly Mention[]; isConditional: boolean },
  ): readonly Mention[] {
    const { at } = this
    if (ofThoseOnIt.test(words)) {
      if (isQualified(words, at.today)) this.put(subjectsIn(words), 'note', false)
      return []
    }
    const requirements = clauseRequirements(words, at.today)
    const tried = trialOfClause(words, sentence, requirements, !at.aside && !at.optional)
    const { trial, behind, isFree } = tried
    const around = { own, last: this.last, drugs: this.drugs, head, groups: at.groups, general: at.general }
    const { named, targets, scope, isAll, isOfSomeUnnamed } = subjectsOfClause(words, requirements, tried, around)
    if (requirements.length > 0) this.repeated = requirements
    this.spoken ||= requirements.some(({ kind }) => kind === 'authorization') || /\bprior auth\w*/i.test(words)
    if (behind.length > 0 && !isAll) this.putSteps(scope, behind)
    for (const said of requirements) {
      // What some members are spared, others are not.
      if (!said.required && said.kind !== 'exclusion' && ofSome.test(words.replace(/\b(?:members|patients) (?:18|19|21)\b/, ''))) continue
      const isOfUse = said.kind === 'step' && !said.required && (this.indication !== null || forUse.test(words))
      const weak = said.weak || isConditional || isOfUse
      if (isAll) this.all.push({ thing: thingOf(said), section: at.section, quote: at.quote })
      else if (isOfSomeUnnamed) this.put([null], unclear(said), weak)
      else if (!at.aside || named.length > 0 || own.length > 0 || targets.length > 0) this.put(scope, thingOf(said), weak)
    }
    if (requirements.length === 0) this.readElliptic(words, named)
    // "Not required when another has been tried": what follows is the condition.
    const isSpared = requirements.some(({ kind, required }) => kind === 'authorization' && !required) || deniedAuthorization.test(words)
    const isAsked = (at.demanding || this.headed || (must.test(sentence) && scope.length > 0)) && !isSpared
    if (trial && trial.sets.length > 0 && isAsked && !isAll && !(someMembers.test(words) && targets.length > 0))
      this.putSteps(scope, trial.sets)
    else if (at.naming && !trial && !isFree) this.putSteps(at.drugs, setsIn(words))
    return targets
  }

  /** "Humira requires prior authorization, but methotrexate does not." */
  readElliptic(words: string, named: readonly Mention[]): void {
    if (isQualified(words, this.at.today)) this.put(named, 'note', false)
    const open = named.length > 0 ? elliptic.exec(words.trim()) : null
    const isDenied = open?.groups?.not !== undefined
    for (const one of open ? this.repeated : [])
      if (one.required === isDenied) this.put(named, thingOf({ ...one, required: !isDenied }), one.weak)
  }

  putSteps(targets: readonly (Mention | null)[], sets: readonly StepSet[]): void {
    const own = sets.map((set) => ({ ...set, indication: set.indication ?? this.indication }))
    if (own.length > 0) this.put(targets, { step: 'required', sets: own }, false)
  }

  put(targets: readonly (Mention | null)[], thing: PolicyStatement['thing'], weak: boolean): void {
    const { section, quote } = this.at
    for (const of of targets) {
      const isStep = thing !== 'note' && 'step' in thing
      const sets = isStep ? besides(of, thing.sets) : []
      // A drug that is no step but before itself is the one to be tried, not the one it is asked for.
      if (isStep && thing.sets.length > 0 && sets.length === 0) continue
      this.found.push({ of, thing: isStep ? { ...thing, sets } : thing, weak, section, quote })
    }
  }
}

const unclear = ({ kind }: ClauseRequirement): PolicyStatement['thing'] =>
  kind === 'authorization' ? { authorization: 'unclear' } : kind === 'step' ? { step: 'unclear', sets: [] } : { exclusion: 'unclear' }

/** "Ocrevus. …", "Sunosi: …", "Azstarys after …" */
function headOf(sentence: string): SentenceHead {
  const found = /^(.{2,90}?)(?:\s+[–—-]+\s+|:\s+|\.\s+|\s*\.{4,}\s*)(.+)$/.exec(sentence)
  const drugs = found ? drugsAlone(found[1] ?? '').map(({ of }) => of) : []
  if (drugs.length > 0) return { drugs, rest: found?.[2] ?? '', indication: null }
  // "Aranesp, anemia from chemotherapy: …"
  const [of, second] = drugMentions(found?.[1] ?? '')
  const use = /^(?:,| for| in|:| –| \() ?(.{4,60}?)\)?$/.exec((found?.[1] ?? '').slice(of?.end))?.[1] ?? ''
  if (of && !second && of.start < 4 && isDiagnosis(use)) return { drugs: [of], rest: found?.[2] ?? '', indication: use }
  return { drugs: [], rest: sentence, indication: null }
}

/** "No PA: levetiracetam, lamotrigine": the label is said of the drugs. */
function labelledDrugs(text: string): { label: string; drugs: Mention[] } | null {
  if (/^\W*ST\s*:/.test(text)) return null
  const found = /^([^:]{2,160}):\s+(.+)$/.exec(text)
  const drugs = drugsAlone((found?.[2] ?? '').replace(/\.$/, '')).map(({ of }) => of)
  return found && drugs.length > 0 && drugMentions(found[1] ?? '').length === 0 && !trialIn(found[1] ?? '')
    ? { label: found[1] ?? '', drugs }
    : null
}
