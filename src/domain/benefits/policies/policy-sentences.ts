import { type ClauseRequirement, clauseRequirements, isQualified, withPriorAuthorization } from './clause-requirements.ts'
import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import { timing } from './effective-dates.ts'
import { clausesOf, sentencesOf } from './policy-lines.ts'
import { type PolicyStatement, type StepSet, thingOf } from './policy-statement.ts'
import { drugsAlone, fitsContext, generality, subjectsIn } from './policy-subject.ts'
import { isDiagnosis } from './policy-topics.ts'
import { useIn } from './policy-uses.ts'
import { besides, setsIn, stepMentions, stepWords, type Trial, trialIn } from './step-drugs.ts'

/** Where a text stands. */
export interface Standing {
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

const ofStudy =
  /\b(?:in the [\w -]{2,40} (?:trials?|stud(?:y|ies))|participants?|(?<!be )enrolled|randomi[sz]\w+|placebo|(?:was|were) (?:given|compared|studied|treated|approved)|comparators?|published|et al|guidelines? (?:recommend|suggest)\w*|commonly|we do not ask|not a prerequisite|background therapy|is no step|orientation)\b/i
const must =
  /\b(?:must|requir\w+|needs?|has to|have to|asks?|want|would like|approved|authori[sz]ed|granted|cover\w*|contingent|only|paid|pays?|shall|prerequisite|before|after|first|documented|has (?:had|tried|failed|used)|have (?:had|tried|failed|used)|is intolerant)\b/i
const everyDrug =
  /\b(?:all|every|each|any|both)\b(?: (?:of )?(?:the|these))?(?: [\w-]+){0,4}? (?:drugs?|products?|medicines?|medications?|agents?|biologics?)\b[^.:]{0,50}\b(?:title|table|polic(?:y|ies)|document|guideline|page|bulletin|notice|listed|above|below|named|addressed|sheet|ruled on|program)\b|^(?:the )?(?:drugs?|products?|medicines?|medications?) (?:in|on) (?:this|the) (?:list|table|document|policy|page|bulletin|program)\b|\b(?:everything else|all others?|every product|all products)\b[^.]{0,40}\b(?:page|document|policy|guideline|list|above|below)\b/i
/** A group that the document does not tell the drugs of. */
const ofGroup = /\b(?:step|tier) \d\b|\b(?:non-?)?preferred (?:agents?|drugs?|products?|medicines?)\b/i
/** Where prior authorization is not needed. */
const deniedAuthorization = /\bnot (?:need|require) (?:prior )?auth\w*|\bno (?:prior )?authorization\b/i
/** "Right now it doesn't." */
const notYet = /\b(?:right now|at present|for now|currently|today|until then|presently)\b[^.;]{0,30}(?:\bnot\b|n['’]t\b)/i
/** What stands before these words is what the clause is about. */
const predicate = /\b(?:requires?|needs?|is|are|must|has|have|does|do|keeps?|continues?|remains?|will|may|can|was|were)\b/i
/** Of one use only. */
const forUse =
  /\bfor (?!(?:all|any|both|every|either)\b)(?:[\w'’-]+ ){0,3}(?:\w+itis|\w+osis|tumou?rs?|bone|chorea|arthritis|\w+emia|\w+oma|asthma|psoriasis|disease|eczema|migraine|diabetes|allergy|syndrome|cancer|gout|lupus|dyskinesia|cataplexy|narcolepsy)\b/i
/** "Same trial as for Dupixent": that drug is not what has to be tried. */
const sameAs = /\bsame (?:[\w-]+ ){0,4}?as (?:for )?(?:[\w-]+ ?){1,3}/i
/** It tells what codes stand for, or their absence. */
const ofCodes =
  /^\W*[A-Z]{2,5}\d?["”]?\s*(?:=|:(?! (?:yes|no|none|required|not)\b)|–|-|means|stands for)\s|^\W*none\W+means\b|\b(?:shows?|marked|lists?) (?:PA|ST) (?:alone|only)\b/
const pointsAt =
  /^(?:each|all|any|both|every|the following)\b[^.;,]{0,40}\b(?:products?|drugs?|medicines?|medications?|agents?|items?)\b[^.;,]{0,20}\b(?:below|following|listed|in the (?:table|list))\b/i
/** A rule for some of those who take the drug. */
const someMembers = /^(?:members|patients|individuals|children|adults|people|those) (?:under|over|aged|younger|older|who|with|in|on|new)\b/i
/** Said of some who take the drug, or not for sure. */
const ofSome =
  /\b(?:may(?! be (?:approved|covered|considered|granted|authorized|allowed))|might|could|sometimes|some|certain|usually|often|previously|formerly)\b|\b(?:members|patients|individuals|children|adults|people|those) (?:under|over|aged|younger|older|who|with|in|on|new)\b|\b(?:if|unless) (?:the )?(?:member|patient|dose|drug)\b(?! (?:has |have |had )?(?:tried|failed|a paid))/
/** The document's drugs, where a text without names stands under none. */
const eachOfThem =
  /\b(?:each|all|any|both|either|every one) (?:one )?of (?:them|these)\b|\ball (?:two|three|four|five|six|seven|eight|nine|ten)\b/i
const elliptic = /^(?:[^ ]+ ){1,5}(?:still )?(?:do|does|is|are)(?<not> not|n['’]t)?\.?$/i
const refersBack =
  /^(?:and |but |so )?(?:it|they|both|these|this|each|either|neither|before either|before each|all (?:two|three|four|five|six))\b|\bit (?:is|needs|requires|does)\b|\bthey (?:are|need|require|do)\b|\b(?:before|for) (?:either|it|both|them)\b/i
/** What a clause without a drug says of something else than the drug above it. */
const foreign =
  /\b(?:some|certain|many|(?<!no )other|most|several|few|new|newly) (?:[\w-]+ ){0,2}(?:drugs?|medications?|medicines?|products?|plans)\b|\b(?:infusions?|services?|tests?|procedures?|referrals?|samples?|patients? stabili[sz]ed|supply|site)\b/i

/** What the sentences of a text say of drugs by name, or of those that it stands under. */
export function statementsInSentences(text: string, at: Standing, all: OfAll[]): PolicyStatement[] {
  const found: PolicyStatement[] = []
  const put = (targets: readonly (Mention | null)[], thing: PolicyStatement['thing'], weak: boolean) => {
    for (const of of targets) {
      const sets = thing !== 'note' && 'step' in thing ? besides(of, thing.sets) : []
      // A drug that is no step but before itself is the one to be tried, not the one it is asked for.
      if (thing !== 'note' && 'step' in thing && thing.sets.length > 0 && sets.length === 0) continue
      found.push({
        of,
        thing: thing !== 'note' && 'step' in thing ? { ...thing, sets } : thing,
        weak,
        section: at.section,
        quote: at.quote,
      })
    }
  }
  let last: readonly (Mention | null)[] = []
  let before = false
  let coming = false
  let headed = false
  let repeated: readonly ClauseRequirement[] = []
  let { indication, drugs } = at
  for (const sentence of sentencesOf(text)) {
    if (sentence.length > 1200 || ofCodes.test(sentence)) continue
    const use = useIn(sentence)
    if (use) indication = use.name
    const head = headOf(use?.rest ?? sentence)
    if (head.drugs.length > 0) {
      drugs = head.drugs
      headed = true
    }
    if (head.indication) indication = head.indication
    let own: readonly Mention[] = head.drugs
    // "Neither has Xarelto."
    if (/^(?:neither|nor|so) (?:has|have|does|do|is|are|needs?)\b/i.test(sentence) && repeated.length > 0) {
      for (const one of repeated) put(subjectsIn(sentence), thingOf(one), one.weak)
      continue
    }
    const labelled = /^\W*ST\s*:/.test(head.rest) ? null : labelledDrugs(head.rest)
    if (labelled && head.drugs.length === 0) {
      const isStep = /^\W*(?:ST|step (?:therapy|edit|requirement))(?: \w+)?\s*$/i.test(labelled.label)
      const said = isStep ? [] : clauseRequirements(labelled.label, at.today)
      for (const one of said) put(labelled.drugs, thingOf(one), one.weak)
      if (said.length > 0) continue
    }
    const when = timing(sentence, at.today)
    if (when === 'future' || (when === 'ended' && !/\b(?:ended|removed|dropped|lifted|waived|retired)\b/i.test(sentence))) {
      const named = subjectsIn(sentence)
      if (named.length > 0) last = named
      if (isQualified(sentence, at.today)) put(named, 'note', false)
      coming = when === 'future' && (/priorauth/.test(withPriorAuthorization(sentence)) || at.about === true)
      if (coming && notYet.test(sentence)) put(named.length > 0 ? named : drugs, { authorization: 'not_required' }, false)
      continue
    }
    if (coming && notYet.test(sentence) && subjectsIn(sentence).length === 0) {
      put(at.about === true && drugs.length > 0 ? drugs : last, { authorization: 'not_required' }, false)
      continue
    }
    const isConditional = /^(?:if|when|once)\b/i.test(head.rest)
    for (const clause of clausesOf(head.rest)) {
      const words = clause
        .trim()
        .replace(/\b(needs?|requires?) (?:it|one)\b/i, (all, verb) => ((at.about ?? before) ? `${verb} prior authorization` : all))
      const requirements = clauseRequirements(words, at.today)
      const isFree = requirements.some(({ kind, required }) => kind === 'step' && !required)
      const trial =
        ofStudy.test(sentence) || isFree || at.aside || at.optional
          ? undefined
          : (afterIn(words) ?? trialIn(words.replace(sameAs, (same) => ' '.repeat(same.length))))
      const requires = requirements.some(({ kind, required }) => kind === 'step' && required) || /^\s*ST\s*:/.test(words)
      const behind = requires ? setsIn(stepWords(words)) : []
      if (/\bnew prior\b|\b(?:members|patients) (?:stable|already|currently|established)\b/i.test(words)) {
        if (isQualified(words, at.today)) put(subjectsIn(words), 'note', false)
        continue
      }
      const spared = isFree
        ? drugMentions(words).filter(({ start }) =>
            /\b(?:try|tried|trying|used?|fail\w*|trials? of|failure of) (?:[\w-]+ ){0,2}$/i.test(words.slice(0, start)),
          )
        : []
      const tried = new Set([
        ...spared.map(({ start }) => start),
        ...(trial?.mentions ?? []).map(({ start }) => start),
        ...(requires ? (/^\s*ST\s*:/.test(words) ? drugMentions(words).map(({ start }) => start) : stepMentions(words)) : []),
      ])
      const group = [...at.groups].find(([name]) => words.toLowerCase().includes(name))?.[1]
      const named = distinct(subjectsIn(words).filter(({ start }) => !tried.has(start) && isSubject(words, start, trial))).map(
        // "Preferred infliximab product" under the heading of one is that one.
        (one) =>
          one.brand === null && !isListed(words, one)
            ? (drugs.find(({ ingredient, brand }) => ingredient === one.ingredient && brand !== null) ?? one)
            : one,
      )
      const beside = head.drugs.length > 0 && named.length > 0 && (trial !== undefined || isFree)
      const front = predicate.exec(words)?.index ?? -1
      const leading = requirements.length > 0 ? named.filter(({ start }) => start < front) : []
      // "Each of the products below needs authorization, which looks at a naloxone fill."
      const subjects = leading.length > 0 || pointsAt.test(words) ? leading : named
      const targets = beside ? head.drugs : subjects.length > 0 ? subjects : (group ?? [])
      // "Nobody has to try any other medicine" is not said of other medicines.
      const isExcluding = requirements.some(({ kind }) => kind === 'exclusion')
      const unnamed = targets.length === 0 && !isExcluding && !/\b(?:try|tried|trying|trials?)\b/i.test(words) ? generality(words) : null
      const isAll =
        targets.length === 0 &&
        unnamed === null &&
        (everyDrug.test(words) || (drugs.length < 2 && own.length === 0 && last.length === 0 && eachOfThem.test(words)))
      const scope: readonly (Mention | null)[] =
        targets.length > 0
          ? targets
          : unnamed !== null
            ? [null]
            : own.length > 0
              ? own
              : refersBack.test(words) && last.length > 0
                ? last
                : foreign.test(words)
                  ? []
                  : drugs.length > 0
                    ? drugs
                    : at.general
                      ? fitsContext(words)
                        ? [null]
                        : []
                      : ofGroup.test(words)
                        ? []
                        : last
      if (targets.length > 0) own = targets
      if (requirements.length > 0) repeated = requirements
      if (requirements.some(({ kind }) => kind === 'authorization') || /\bprior auth\w*/i.test(words)) before = true
      if (behind.length > 0 && !isAll) put(scope, { step: 'required', sets: ofUse(behind, indication) }, false)
      for (const said of requirements) {
        // What some members are spared, others are not.
        if (!said.required && said.kind !== 'exclusion' && ofSome.test(words.replace(/\b(?:members|patients) (?:18|19|21)\b/, ''))) continue
        const one = {
          ...said,
          weak: said.weak || isConditional || (said.kind === 'step' && !said.required && (indication !== null || forUse.test(words))),
        }
        if (isAll) all.push({ thing: thingOf(one), section: at.section, quote: at.quote })
        else if (unnamed === 'some') put([null], unclear(one), one.weak)
        else if (!at.aside || named.length > 0 || own.length > 0) put(scope, thingOf(one), one.weak)
      }
      if (requirements.length === 0 && isQualified(words, at.today)) put(named, 'note', false)
      // "Humira requires prior authorization, but methotrexate does not."
      const open = requirements.length === 0 && named.length > 0 ? elliptic.exec(words.trim()) : null
      if (open)
        for (const one of repeated)
          if (one.required === (open.groups?.not !== undefined)) put(named, thingOf({ ...one, required: !one.required }), one.weak)
      // "Not required when another has been tried": what follows is the condition.
      const isSpared = requirements.some(({ kind, required }) => kind === 'authorization' && !required) || deniedAuthorization.test(words)
      const asked = (at.demanding || headed || (must.test(sentence) && scope.length > 0)) && !isSpared
      if (trial && trial.sets.length > 0 && asked && !isAll && !(someMembers.test(words) && targets.length > 0))
        put(scope, { step: 'required', sets: ofUse(trial.sets, indication) }, false)
      else if (at.naming && !trial && !isFree) {
        const sets = setsIn(words)
        if (sets.length > 0) put(at.drugs, { step: 'required', sets: ofUse(sets, indication) }, false)
      }
    }
    if (own.length > 0) last = own
  }
  return found
}

const unclear = ({ kind }: ClauseRequirement): PolicyStatement['thing'] =>
  kind === 'authorization' ? { authorization: 'unclear' } : kind === 'step' ? { step: 'unclear', sets: [] } : { exclusion: 'unclear' }

const ofUse = (sets: readonly StepSet[], indication: string | null): StepSet[] =>
  sets.map((set) => ({ ...set, indication: set.indication ?? indication }))

/** "Ocrevus. …", "Sunosi: …", "Azstarys after …" */
function headOf(sentence: string): { drugs: Mention[]; rest: string; indication: string | null } {
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
  const found = /^([^:]{2,160}):\s+(.+)$/.exec(text)
  const drugs = drugsAlone((found?.[2] ?? '').replace(/\.$/, '')).map(({ of }) => of)
  return found && drugs.length > 0 && drugMentions(found[1] ?? '').length === 0 && !trialIn(found[1] ?? '')
    ? { label: found[1] ?? '', drugs }
    : null
}

/** Whether the generic is named as such. */
const isListed = (clause: string, { start }: Mention): boolean => /\bgeneric,?\s$/i.test(clause.slice(0, start)) || start === 0

/** Whether a drug is what the clause is about and not an example, a partner or a condition of it. */
function isSubject(clause: string, start: number, trial: Trial | undefined): boolean {
  if (!trial || start < trial.start)
    return !/\b(?:with|on|received|taking|completed|using|take|use|swallow|tolerate|to and|than)\s+(?:[\w-]+\s){0,2}$/.test(
      clause.slice(0, start),
    )
  return (
    /\b(?:before|prior to|for|to receive|approval of|coverage of|to get|of)\s+(?:[\w’'-]+,? ){0,4}$/i.test(clause.slice(0, start)) &&
    trial.targets.some((one) => one.start === start)
  )
}

/** "Azstarys after two of these three: …": what stands behind "after" comes first. */
function afterIn(clause: string): Trial | undefined {
  const found = /\bafter (?:an? |the )?(?=(?:one|two|three|both|either|any|all|at least|trials?|failure)\b|\p{L}{5,})/iu.exec(clause)
  if (!found || found.index === 0) return undefined
  const rest = clause.slice(found.index + found[0].length)
  if (/^(?:trials?|failure)/i.test(rest)) return undefined
  const mentions = drugMentions(clause).filter(({ start }) => start > found.index)
  const isCounted = /^(?:one|two|three|both|either|any|all|at least)\b/i.test(rest)
  if (mentions.length === 0 || (!isCounted && (mentions[0]?.start ?? 0) > found.index + found[0].length + 12)) return undefined
  const targets = drugMentions(clause).filter(({ start }) => start < found.index)
  const sets = setsIn(rest)
  return { start: found.index, sets, drugs: sets.flatMap(({ drugs }) => drugs), mentions, targets }
}
