import { drugMentions, type Mention } from './drug-mentions.ts'
import type { StepSet } from './policy-statement.ts'

const modifier =
  '(?:(?:oral|topical|inhaled|intranasal|intravenous|injectable|systemic|conventional|traditional|nonbiologic|non-biologic|preferred|generic|medium|high|moderate|low|potency|potent|medium-potency|high-potency|medium-to-high-dose|high-dose|low-dose|long-acting|short-acting|basal|targeted|synthetic|disease-modifying|high-intensity|moderate-intensity|swallowed|first-line|standard|prescription) |to |(?:medium|moderate)-to-high[- ]potency )*'
const className =
  '(?:bisphosphonates?|corticosteroids?|glucocorticoids?|steroids?|nsaids?|nonsteroidal anti-inflammatory drugs?|triptans?|statins?|dmards?|antirheumatic drugs?|biologics?|biosimilars?|tnf (?:inhibitors?|blockers?)|calcineurin inhibitors?|immunosuppressants?|immunomodulators?|aminosalicylates?|thiopurines?|antihistamines?|beta[- ]blockers?|antidepressants?|antiepileptics?|anticonvulsants?|anticholinergics?|antimuscarinics?|antipsychotics?|stimulants?|diuretics?|ace inhibitors?|calcium channel blockers?|proton pump inhibitors?|retinoids?|sulfonylureas?|sglt2 inhibitors?|dpp-4 inhibitors?|glp-1 (?:receptor )?agonists?|insulins?|opioids?|ssris?|snris?|antibiotics?|antifungals?)'
const classes = new RegExp(`\\b${modifier}${className}\\b`, 'gi')
const examples =
  /^\s*(?:therapy|agents?|drugs?|medications?|ointment|cream|inhibitors?|of [\w -]{1,30})?\s*\(|^[^.;()]{0,60}?(?::|\(|,?\s*\b(?:such as|for (?:example|instance)|including|meaning|namely|e\.g\.|i\.e\.|like)\b)/i

/** Words by which a policy requires a trial. A contraindication alone is no trial. */
const trial =
  /\b(?:trials?|tried|try|tries|trying|(?:therapeutic |treatment )?failures?|failed|fails?|fail|(?:inadequate|insufficient|suboptimal|incomplete|poor|minimal|lack of|no) (?:[\w-]+ )?(?:response|responses|control|efficacy)|(?:inadequately|insufficiently) (?:responded|controlled)|(?:has|have|did) not (?:adequately )?respond(?:ed)?|nonresponse|refractory to|completed (?:[\w-]+ ){0,3}(?:with|of)|(?:documented |an |history of )?intoleran(?:ce|t) (?:to|of)(?! (?:the (?:drug|product|requested)|this|it\b))|first be treated with|treated first with|treatment first with|(?:paid|prior) claims? (?:for|of|showing)|claims? history (?:of|for|showing)|prerequisites?|(?:go(?:es)?|going|step(?:s|ped)?) through|previous(?:ly)? (?:been )?(?:treated with|treatment with|use of|used|received)|(?:prior|previous|earlier) (?:use|treatment|therapy) (?:of|with)|history of (?:use|treatment|therapy) (?:of|with)|(?:has|have) (?:used|taken|been treated with|received)|not (?:adequately |well )?controlled (?:after|with|by|on|despite)|comes? after|uncontrolled (?:on|with|despite)|(?:despite|in spite of) (?:(?:current|prior|adequate|optimal|maximal) )?(?:treatment|therapy|use|both|[\w-]+ and)|fills? (?:of|for)|needs? to have (?:taken|used|tried)|(?:you|members?|patients?) (?:first )?(?:took|used)|did not respond to|(?:days|weeks|months|course) of|(?:members?|patients?) (?:must |first )*(?:start|begin|use) with|(?:must|should|needs? to|has to|have to) (?:first )?(?:use|take|start (?:on|with))|(?:must|required to) (?:have )?(?:first )?(?:have )?(?:used|taken))\b/i
const passiveTrial =
  /\b(?:used|taken) for (?:at least |a minimum of )?(?:\d+|one|two|three|four|six|eight|twelve) (?:days|weeks|months)\b|\b(?:was|were) (?:each |first |both )?tried\b|\b(?:has|have|needs?) to (?:first )?have (?:first )?been (?:used|tried|taken|failed)\b|\bif [^.;]{2,60} (?:was|were|has been|have been) tried\b|\b(?:must|has|have|had|should|needs? to|is|are|to) (?:(?:first|each|both|all|already) )?(?:be|been|be used and) ?(?:first )?(?:tried|used first|tried first|attempted|failed)\b|\b(?:is|are|must be|has to be|have to be|should be|to be) (?:used|given|tried|taken|prescribed) (?:first|before|prior)\b/i
/** "Lantus first" */
const firstAtEnd = /\bfirst\b(?:[,.]?\s*$|, )/i
const goal =
  /\b(?:before|prior to|in order to (?:receive|get)|to qualify for|to be eligible for|for approval of|for coverage of|(?<=prerequisites? )(?:for|to)|will (?:pay|be (?:approved|covered|paid))|(?:can|may|is|are) (?:be )?(?:approved|covered)(?! (?:only )?(?:when|if|once|after|where)\b))\b/i
const notTried =
  /\b(?:dropped|removed|ended|lifted|retired|withdrew|eliminated|no longer)\b[^.]{0,50}\b(?:requirement|rule|step|need|require|ask)\b[^.]{0,20}\b(?:to|that|for|of)\b|\b(?:without|no|not|need not|never|nor)(?: [\w-]+){0,4} (?:trials?|try|tried|trying|fail|failed|failure|prerequisite)\b|\b(?:trial|failure)\b[^.]{0,80}\b(?:is|are) (?:not|no longer) (?:required|needed|necessary)\b|\bdoes not count\b|\b(?:was|were|has been|have been|is) (?:since |now |later )?(?:removed|dropped|lifted|withdrawn|waived)\b|\b(?:trials?|tried)\b[^.]{0,60}\bnot asked\b|\bnot (?:have been|have) (?:tried|used)\b|\b(?:nobody|no one|no member) (?:has|need|must)\b|\bwithout the steps?\b/i
const yetTried = /\b(?:tried and|trial and) (?:failed|failure)\b|\bno (?:adequate )?response\b/i
const aside =
  /\b(?:(?:in combination|together) with(?! an? [^.;()]{3,50}(?:\(|,? (?:such as|for example)))|concomitant(?:ly)? with|concurrent(?:ly)? with|unless|except|other than|while on|and currently|currently (?:on|taking)|is not|does not count|otherwise|will not be used|to be used with)\b/i

/** "… methotrexate must have failed": what has to be tried stands before. */
const endsInTrial = /\b(?:must|should|needs? to|has to) (?:first )?have (?:been )?(?:tried|failed)(?: (?:after|for) [^.;]{3,40})?\W*$/i

/** Where the words on the drug end for which something "has to be tried": "For Ozempic, ", "Mounjaro requires that ". */
function leadIn(before: string): number {
  const ends = [...before.matchAll(leadIns)].map(({ index, 0: words }) => index + words.length)
  return ends.findLast((end) => drugMentions(before.slice(0, end)).length > 0 && drugMentions(before.slice(end)).length > 0) ?? 0
}

const leadIns =
  /^for [^,;]{2,60}, |\b(?:requires?|require that|asks?|ask that|only (?:if|after|when)|provided|(?:covered|approved|paid|payable|allowed|authorized|considered|available) (?:if|when|once|where)) (?:that )?/gi

export interface Trial {
  /** Where the trial's words begin. */
  start: number
  /** What has to be tried, without the drug of the policy itself. */
  sets: StepSet[]
  drugs: string[]
  mentions: Mention[]
  /** The drugs for which it has to be tried, where the clause says so. */
  targets: Mention[]
}

/** Whether a text denies that something has to be tried ("no trial of … is required"). */
const deniesTrial = (text: string): boolean => notTried.test(text) && !yetTried.test(text)

/** What a clause says must have been tried; undefined without a trial. */
export function trialIn(text: string): Trial | undefined {
  const tried = trial.exec(text)
  const passive = passiveTrial.exec(text) ?? (tried ? null : firstAtEnd.exec(text))
  const found = tried ?? passive
  if (!found || deniesTrial(text)) return undefined
  const toGoal = goal.exec(text)
  const active = !passive || (toGoal !== null && toGoal.index === 0 && passive.index > 0 && text.slice(passive.index).length > 60)
  const afterGoal = toGoal !== null && toGoal.index > found.index
  const ifTried = passive !== null && /^if\b/i.test(passive[0])
  const [from, to] = ifTried
    ? [passive.index, passive.index + passive[0].length]
    : endsInTrial.test(text) && drugMentions(text.slice(found.index)).length === 0
      ? [leadIn(text.slice(0, found.index)), found.index]
      : active
        ? [found.index, afterGoal ? toGoal.index : text.length]
        : [
            Math.max(
              leadIn(text.slice(0, passive?.index ?? 0)),
              toGoal && toGoal.index < (passive?.index ?? 0) ? text.indexOf(',', toGoal.index) + 1 : 0,
            ),
            passive?.index ?? text.length,
          ]
  const span = text.slice(from, to)
  const cut = aside.exec(span)?.index ?? span.length
  const said = span.slice(0, cut)
  // "The only thing you must have used before it is …"
  if (afterGoal && named(said).drugs.length === 0 && /^before (?:it|them|this)\b/i.test(text.slice(toGoal.index)))
    return trialIn(`trial of ${text.slice(toGoal.index + 10)}`)
  const { drugs, mentions } = named(said)
  // "A failure of Mavyret is a prerequisite for Vosevi": what stands before these words comes first.
  const all = drugMentions(text)
  return {
    start: found.index,
    sets: setsIn(said),
    drugs,
    mentions: mentions.map((one) => ({ ...one, start: one.start + from, end: one.end + from })),
    targets: all.filter(
      ({ start }) =>
        (start < from && !/\b(?:with|on|received|taking|completed|using)\s+(?:[\w-]+\s){0,2}$/.test(text.slice(0, start))) || start >= to,
    ),
  }
}

const counts: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, '1': 1, '2': 2, '3': 3, '4': 4, either: 1, any: 1 }
const counted =
  /\b(?:at least |any )?(one|two|three|four|[1-4]|either|any)\b(?: \(\d\))?(?: or more)?(?= |:)(?! (?:of age|years?|months?|weeks?|days?|consecutive|mg|doses?|hours?|or more (?:weeks|months)))|\b(both|all|each)\b/i

/** How many of some drugs a text asks for: "two of the following", "both A and B", "A or B"; null where it does not say. */
function neededOf(text: string, drugs: number): number | null {
  const found = counted.exec(text)
  if (found?.[2]) return drugs > 0 ? drugs : null
  const number = counts[found?.[1]?.toLowerCase() ?? '']
  if (number !== undefined) return drugs > 0 ? Math.min(number, drugs) : number
  if (drugs <= 1) return drugs === 1 ? 1 : null
  if (/\bor\b|e\.g\.|such as|for example|including/i.test(text)) return 1
  return /\band\b/i.test(text) ? drugs : null
}

/** The sets of drugs of a trial: "one corticosteroid (A or B) and one inhibitor (C or D)" are two. */
export function setsIn(text: string): StepSet[] {
  return text
    .split(
      /(?:,|;)? \band (?=(?:one|two|three|at least|either|any|an? (?:trial|failure|\w+ \w+ (?:inhibitor|steroid|corticosteroid)))\b)|,? AND /,
    )
    .map((part) => ({ part, drugs: named(part).drugs }))
    .filter(({ drugs }) => drugs.length > 0)
    .map(({ part, drugs }) => ({ indication: null, drugs, needed: neededOf(part, drugs.length) }))
}

/** Whether examples follow a class: they stand for it. */
function isExplained(after: string): boolean {
  const found = examples.exec(after)
  return (
    found !== null &&
    drugMentions(found[0]).length === 0 &&
    drugMentions(after.slice(found[0].length).split(/(?<!\be\.g|\bi\.e)[.;]\s/)[0] ?? '').length > 0
  )
}

const nounOf = (kind: string): string => kind.toLowerCase().trim().split(/[ -]/).at(-1)?.replace(/s$/, '') ?? ''

/** Whether a name is a class that the policy explains elsewhere: "a high-intensity statin as in (a)". */
export const isClassOf = (drug: string, explained: ReadonlySet<string>): boolean =>
  explained.has(nounOf(drug)) && drugMentions(drug).length === 0

/** The classes for which a text gives examples. */
export const explainedIn = (text: string): string[] =>
  [...text.matchAll(classes)].filter(({ index, 0: words }) => isExplained(text.slice(index + words.length))).map(([words]) => nounOf(words))

/** The drugs and classes of drugs that a text names; a class only if no drugs stand for it as examples. */
export function named(text: string): { drugs: string[]; mentions: Mention[] } {
  const mentions = drugMentions(text).filter(
    // "methotrexate (Trexall)": one drug.
    ({ ingredient, start }, index, all) =>
      !(all[index - 1]?.ingredient === ingredient && /^\s*\(/.test(text.slice(all[index - 1]?.end, start))),
  )
  const kinds = [...text.matchAll(classes)].filter(({ index, 0: words }) => {
    const after = text.slice(index + words.length)
    if (mentions.some(({ start, end }) => start < index + words.length && end > index)) return false
    // Beside names these words only say what kind the named ones are.
    if (/^(?:preferred )?(?:biosimilars?|biologics?)$/i.test(words.trim()) && mentions.length > 0) return false
    return !isExplained(after)
  })
  const placed = [
    ...mentions.map(({ start, written }) => ({ start, written })),
    ...kinds.map(({ index, 0: written }) => ({ start: index, written: written.trim() })),
  ].sort((one, other) => one.start - other.start)
  const drugs = placed.map(({ written }) => written)
  return { drugs: drugs.filter((drug, at) => drugs.findIndex((other) => other.toLowerCase() === drug.toLowerCase()) === at), mentions }
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
    /\b(?:step[- ](?:therapy|edits?|treatment|protocol)|ST)\b(?: (?:is required|applies|required|added|begins|now))?(?: for [^:]{2,80}?)?(?: \([^)]*\))?\s*(?:with|through|using|of|:|–|—|-|\()\s*(.*)$/i.exec(
      clause,
    )?.[1] ?? ''
  const cut = /\b(?:before|prior to|for|applies|is required)\b/i.exec(span)?.index ?? span.length
  return deniesTrial(span) ? '' : span.slice(0, cut)
}

/** A drug is no step before itself ("inadequate response to" the same drug, where treatment goes on). */
export function besides(of: Mention | null, sets: readonly StepSet[]): StepSet[] {
  if (of === null) return [...sets]
  return sets.map((set) => ({ ...set, drugs: set.drugs.filter((drug) => !isSame(drug, of)) })).filter(({ drugs }) => drugs.length > 0)
}

const isSame = (drug: string, of: Mention): boolean =>
  drug.toLowerCase() === of.written.toLowerCase() ||
  named(drug).mentions.some(
    ({ ingredient, brand }) =>
      ingredient === of.ingredient && (brand === null ? of.brand === null : of.brand === null || brand === of.brand),
  )
