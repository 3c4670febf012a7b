import { drugMentions, type Mention } from './drug-mentions.ts'
import type { PolicyRule } from './policy-rule.ts'
import type { PolicyStatement, RequirementStatus, StepSet } from './policy-statement.ts'
import { isClassOf } from './step-drugs.ts'

/** The rules that the statements of a document make: one for each drug, and one for each of its products if they differ. */
export function assembleRules(all: readonly PolicyStatement[], explained: ReadonlySet<string> = new Set()): PolicyRule[] {
  const said = all.map((one) => withSets(one, explained))
  const groups = Map.groupBy(said, ({ of }) => of?.ingredient ?? null)
  return [...groups].flatMap(([ingredient, all]) => (ingredient === null ? [ruleOf(all, null, null)] : rulesOf(ingredient, all)))
}

/** Its drugs to try first, without a class that the policy explains by its drugs elsewhere. */
function withSets(one: PolicyStatement, explained: ReadonlySet<string>): PolicyStatement {
  const { thing } = one
  if (thing === 'note' || !('step' in thing) || explained.size === 0) return one
  const sets = thing.sets.map((set) => ({ ...set, drugs: set.drugs.filter((drug) => !isClassOf(drug, explained)) }))
  return { ...one, thing: { ...thing, sets: sets.filter(({ drugs, indication }) => drugs.length > 0 || indication !== null) } }
}

function rulesOf(ingredient: string, all: readonly PolicyStatement[]): PolicyRule[] {
  const byBrand = Map.groupBy(all, ({ of }) => of?.brand ?? null)
  const brands = [...byBrand.keys()].filter((brand) => brand !== null)
  const whole = ruleOf(all, ingredient, null)
  const general = byBrand.get(null) ?? []
  const products = brands.map((brand) => {
    const own = byBrand.get(brand) ?? []
    return ruleOf([...own, ...general.filter((one) => !isContradicted(one, own))], ingredient, brand)
  })
  const base = general.length > 0 ? ruleOf(general, ingredient, null) : null
  const [first] = products
  if (brands.length === 1 && first && !base && isOfProductOnly(first)) return [first]
  if (first && [...products, ...(base ? [base] : [])].every((rule) => sameDemands(rule, first))) return [whole]
  if (base && brands.length === 1 && first && agrees(base, first)) return [whole]
  return [
    ...(base ? [base] : []),
    ...products.filter((rule) => !base || !sameDemands(rule, base) || rule.criteria.length > base.criteria.length),
  ]
}

/** A brand's rule is not that of its generic or its biosimilars where these are the alternative, or the policy says "brand". */
function isOfProductOnly({
  ingredient,
  product,
  excluded,
  paRequired,
  stepTherapyRequired,
  stepTherapyDrugs,
  evidence,
}: PolicyRule): boolean {
  if (excluded === null && paRequired === null && stepTherapyRequired === null) return false
  const named = [...stepTherapyDrugs, ...evidence.map(({ quote }) => quote)].flatMap((text) => drugMentions(text))
  return (
    named.some((other) => other.ingredient === ingredient && other.brand !== null && other.brand !== product) ||
    evidence.some(({ quote }) => /\bbrand\b/i.test(quote))
  )
}

/** What is said of one product goes before what is said of all. A product that is excluded has no other requirement. */
function isContradicted({ thing }: PolicyStatement, own: readonly PolicyStatement[]): boolean {
  if (thing === 'note' || 'criterion' in thing) return false
  const key = kindOf(thing)
  return own.some(({ thing: other }) => other !== 'note' && (key in other || ('exclusion' in other && other.exclusion === 'required')))
}

const kindOf = (thing: object): 'step' | 'authorization' | 'exclusion' =>
  'step' in thing ? 'step' : 'authorization' in thing ? 'authorization' : 'exclusion'

const demands = ({ excluded, paRequired, stepTherapyRequired, stepTherapyDrugs }: PolicyRule) =>
  JSON.stringify([excluded, paRequired, stepTherapyRequired, stepTherapyDrugs.map((drug) => drug.toLowerCase()).sort()])
const sameDemands = (one: PolicyRule, other: PolicyRule): boolean => demands(one) === demands(other)

/** Whether the product's rule only tells more than that of the ingredient. */
const agrees = (base: PolicyRule, product: PolicyRule): boolean =>
  base.excluded === product.excluded &&
  (base.paRequired === null || base.paRequired === product.paRequired) &&
  (base.stepTherapyRequired === null || base.stepTherapyRequired === product.stepTherapyRequired)

/** A trial for one use, where none is asked for another, is step therapy. */
function asksForOneUse(all: readonly PolicyStatement[]): boolean {
  const steps = all.flatMap(({ thing }) => (thing !== 'note' && 'step' in thing ? [thing] : []))
  return (
    steps.some(({ step, sets }) => step === 'required' && sets.some(({ indication }) => indication !== null)) &&
    steps.some(({ step }) => step === 'not_required')
  )
}

function ruleOf(all: readonly PolicyStatement[], ingredient: string | null, product: string | null): PolicyRule {
  const statuses = (kind: 'authorization' | 'step' | 'exclusion') => {
    const told = all.flatMap((one) => {
      const { thing } = one
      return thing !== 'note' && kind in thing
        ? [{ status: (thing as Record<string, RequirementStatus>)[kind] as RequirementStatus, weak: one.weak ?? false }]
        : []
    })
    for (const weak of [false, true]) {
      const here = told.filter((one) => one.weak === weak).map(({ status }) => status)
      if (settled(here, ingredient === null) !== null || (here.includes('required') && here.includes('not_required'))) return here
    }
    return []
  }
  const isWeak = all.every(({ thing, weak }) => thing === 'note' || !('exclusion' in thing) || weak === true)
  const paRequired = settled(statuses('authorization'), ingredient === null)
  const excluded = settled(statuses('exclusion'), ingredient === null)
  const rule: PolicyRule = {
    ingredient,
    product,
    name: nameOf(all, product),
    // "Non-formulary" beside a requirement says how to get it.
    excluded: excluded === true && isWeak && paRequired !== null ? null : excluded,
    paRequired,
    stepTherapyRequired: asksForOneUse(all) ? true : settled(statuses('step'), ingredient === null),
    stepTherapyDrugs: [],
    stepTherapySets: [],
    criteria: [],
    evidence: [],
  }
  const criteria = new Set<string>()
  const quoted = new Set<string>()
  for (const { thing, section, quote } of all) {
    const key = `${section} ${quote}`
    if (!quoted.has(key)) rule.evidence.push({ section, quote })
    quoted.add(key)
    if (thing !== 'note' && 'criterion' in thing) criteria.add(thing.criterion)
  }
  if (rule.excluded === true) return { ...rule, paRequired: null, stepTherapyRequired: null, criteria: [...criteria] }
  if (rule.stepTherapyRequired === true) {
    rule.stepTherapySets = setsOf(all)
    rule.stepTherapyDrugs = distinct(rule.stepTherapySets.flatMap(({ drugs }) => drugs))
  }
  rule.criteria.push(...criteria)
  return rule
}

/** The sets of drugs to try: one for each list, each sentence once, and none that another has whole. */
function setsOf(all: readonly PolicyStatement[]): StepSet[] {
  const lists = new Map<number, StepSet>()
  const found: StepSet[] = []
  for (const { thing, list } of all) {
    if (thing === 'note' || !('step' in thing) || thing.step !== 'required') continue
    for (const set of thing.sets) {
      const known = list === undefined ? undefined : lists.get(list)
      if (known) known.drugs = distinct([...known.drugs, ...set.drugs])
      else {
        const own = { ...set, drugs: distinct(set.drugs) }
        if (list !== undefined) lists.set(list, own)
        found.push(own)
      }
    }
  }
  const counted = found
    .filter(({ drugs }) => drugs.length > 0)
    .map((set) => ({ ...set, needed: set.needed === null ? null : Math.min(set.needed, set.drugs.length) }))
  return counted.filter((set, at) => !counted.some((other, index) => holds(other, set) && (index < at || !holds(set, other))))
}

const holds = (whole: StepSet, part: StepSet): boolean =>
  (part.indication === null || part.indication === whole.indication) &&
  (part.needed === null || part.needed === whole.needed) &&
  part.drugs.every((drug) => whole.drugs.some((other) => other.toLowerCase() === drug.toLowerCase()))

const distinct = (drugs: readonly string[]): string[] =>
  drugs.filter((drug, at) => drugs.findIndex((other) => other.toLowerCase() === drug.toLowerCase()) === at)

/**
 * A requirement with exceptions is one; "not required" beside "required when …" is neither, nor is a contradiction. For
 * all drugs that no policy names anything said of some of them only leaves the rest open.
 */
function settled(statuses: readonly RequirementStatus[], general: boolean): boolean | null {
  const [yes, no, open] = [statuses.includes('required'), statuses.includes('not_required'), statuses.includes('unclear')]
  if (general && open) return null
  if (yes && !no) return true
  return no && !yes && !open ? false : null
}

function nameOf(all: readonly PolicyStatement[], product: string | null): string | null {
  const mentions = all.map(({ of }) => of).filter((of): of is Mention => of !== null)
  const own = product === null ? mentions : mentions.filter(({ brand }) => brand === product)
  const isCode = ({ written }: Mention) => /^[A-Z]\d{4}$/i.test(written)
  return (own.find((mention) => !isCode(mention)) ?? own[0] ?? mentions[0])?.written ?? null
}
