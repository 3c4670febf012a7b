import type { Mention } from './drug-mentions.ts'
import type { PolicyRule } from './policy-rule.ts'
import type { PolicyStatement } from './policy-statement.ts'
import type { RequirementStatus } from './requirement-status.ts'

/** The rules that the statements of a document make: one for each drug, and one for each of its products if they differ. */
export function assembleRules(said: readonly PolicyStatement[]): PolicyRule[] {
  const groups = Map.groupBy(said, ({ of }) => of?.ingredient ?? null)
  return [...groups].flatMap(([ingredient, all]) => (ingredient === null ? [ruleOf(all, null, null)] : rulesOf(ingredient, all)))
}

function rulesOf(ingredient: string, all: readonly PolicyStatement[]): PolicyRule[] {
  const byBrand = Map.groupBy(all, ({ of }) => of?.brand ?? null)
  const brands = [...byBrand.keys()].filter((brand) => brand !== null)
  const whole = ruleOf(all, ingredient, null)
  const general = byBrand.get(null) ?? []
  const products = brands.map((brand) =>
    ruleOf([...(byBrand.get(brand) ?? []), ...general.filter((one) => !isContradicted(one, byBrand.get(brand) ?? []))], ingredient, brand),
  )
  const base = general.length > 0 ? ruleOf(general, ingredient, null) : null
  const [first] = products
  if (first && [...products, ...(base ? [base] : [])].every((rule) => sameDemands(rule, first))) return [whole]
  if (base && brands.length === 1 && first && agrees(base, first)) return [whole]
  return [
    ...(base ? [base] : []),
    ...products.filter((rule) => !base || !sameDemands(rule, base) || rule.criteria.length > base.criteria.length),
  ]
}

/** What is said of one product goes before what is said of all. */
function isContradicted({ thing }: PolicyStatement, own: readonly PolicyStatement[]): boolean {
  if (thing === 'note' || 'criterion' in thing) return false
  const key = 'step' in thing ? 'step' : 'authorization'
  return own.some((other) => other.thing !== 'note' && key in other.thing)
}

const demands = ({ paRequired, stepTherapyRequired, stepTherapyDrugs }: PolicyRule) =>
  JSON.stringify([paRequired, stepTherapyRequired, stepTherapyDrugs.map((drug) => drug.toLowerCase()).sort()])
const sameDemands = (one: PolicyRule, other: PolicyRule): boolean => demands(one) === demands(other)

/** Whether the product's rule only tells more than that of the ingredient. */
const agrees = (base: PolicyRule, product: PolicyRule): boolean =>
  (base.paRequired === null || base.paRequired === product.paRequired) &&
  (base.stepTherapyRequired === null || base.stepTherapyRequired === product.stepTherapyRequired)

function ruleOf(all: readonly PolicyStatement[], ingredient: string | null, product: string | null): PolicyRule {
  const rule: PolicyRule = {
    ingredient,
    product,
    name: nameOf(all, product),
    paRequired: settled(
      all.flatMap(({ thing }) => (thing !== 'note' && 'authorization' in thing ? [thing.authorization] : [])),
      ingredient === null,
    ),
    stepTherapyRequired: settled(
      all.flatMap(({ thing }) => (thing !== 'note' && 'step' in thing ? [thing.step] : [])),
      ingredient === null,
    ),
    stepTherapyDrugs: [],
    criteria: [],
    evidence: [],
  }
  const criteria = new Set<string>()
  const quoted = new Set<string>()
  for (const { thing, section, quote } of all) {
    const key = `${section} ${quote}`
    if (!quoted.has(key)) rule.evidence.push({ section, quote })
    quoted.add(key)
    if (thing === 'note') continue
    if ('criterion' in thing) criteria.add(thing.criterion)
    if ('step' in thing && thing.step === 'required' && rule.stepTherapyRequired === true) {
      for (const drug of thing.drugs)
        if (!rule.stepTherapyDrugs.some((known) => known.toLowerCase() === drug.toLowerCase())) rule.stepTherapyDrugs.push(drug)
    }
  }
  rule.criteria.push(...criteria)
  return rule
}

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
