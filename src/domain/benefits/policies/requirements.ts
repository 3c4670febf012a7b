import { foldForSearch } from '../../../language/folding.ts'
import type { Session } from '../../../platform/database/session.ts'
import { drugKeyOf } from '../../drugs/drug-key.ts'
import { drugMentions } from './drug-mentions.ts'
import { columnOf } from './policy-readings.ts'
import type { StepSet } from './policy-statement.ts'
import { hasSiblings } from './quoted-readings.ts'

/** Where a requirement stands, for people to look it up. */
export interface PolicySource {
  /** Null where the payer itself said it in its answer. */
  documentId: number | null
  title: string
  url: string | null
  /** The heading, and the page of a PDF. */
  header: string | null
  page: number | null
  quote: string
}

/** What a payer asks before it pays for a medicine. Null: no policy says it. */
export interface Requirements {
  /** Whether the plan does not cover it at all; nothing else is asked for then. */
  excluded: boolean | null
  paRequired: boolean | null
  stepTherapyRequired: boolean | null
  stepTherapyDrugs: string[]
  /** The same by use. */
  stepTherapySets: StepSet[]
  /** The policy's own sentences; of a medicine that is excluded, those that say so. */
  criteria: string[]
  sources: PolicySource[]
}

const nothingFound: Requirements = {
  excluded: null,
  paRequired: null,
  stepTherapyRequired: null,
  stepTherapyDrugs: [],
  stepTherapySets: [],
  criteria: [],
  sources: [],
}

/** The policies that are for payers which have none of their own. */
export const anyPayer = '*'

interface Rule {
  payerId: string
  drugKey: string
  product: string | null
  excluded: boolean | null
  paRequired: boolean | null
  stepTherapyRequired: boolean | null
  stepTherapyDrugs: string[]
  stepTherapySets: StepSet[]
  criteria: string[]
  evidence: { section: number; quote: string }[]
  documentId: number
  title: string
  url: string | null
}

/**
 * What the payer's policies ask for a medicine (brand, generic or J-code): from those that name the drug, else from the
 * payer's general one, else from the general one for payers without policies. What they do not say is null, and where they
 * contradict each other the answer is null as well, with the sources of both.
 * @param samples whether policies made up for the sandbox count
 */
export async function requirementsFor(
  { prisma }: Session,
  { payerId, medication, samples }: { payerId: string; medication: string; samples: boolean },
): Promise<Requirements> {
  const drugKey = drugKeyOf(medication)
  const rules = await prisma.$queryRaw<Rule[]>`
    SELECT document.payer_id AS "payerId", rule.drug_key AS "drugKey", rule.product, rule.pa_required AS "paRequired",
      rule.step_therapy_required AS "stepTherapyRequired", rule.step_therapy_drugs AS "stepTherapyDrugs",
      rule.step_therapy_sets AS "stepTherapySets", rule.excluded, rule.criteria, rule.evidence,
      document.id AS "documentId", coalesce(document.title, document.name) AS title, document.url
    FROM policy_rule rule JOIN policy_document document ON document.id = rule.document_id
    WHERE document.payer_id IN (${payerId}, ${anyPayer}) AND rule.drug_key IN (${drugKey}, '') AND (${samples} OR NOT document.sample)
      AND coalesce(document.effective_date, current_date) <= current_date
    ORDER BY document.effective_date DESC NULLS LAST, document.id DESC, rule.id`
  const places: [payer: string, key: string][] = [
    [payerId, drugKey],
    [payerId, ''],
    [anyPayer, drugKey],
    [anyPayer, ''],
  ]
  const decided = await keptReadings(prisma, payerId, drugKey)
  for (const [payer, key] of places) {
    const isHere = (one: { payerId: string; drugKey: string }) => one.payerId === payer && one.drugKey === key
    const here = withReadings(rules, isHere, decided.filter(isHere))
    // A policy that names the drug and does not say it plainly is no reason to ask the general one.
    if (here.length > 0) return combined(applicable(here, medication), await sourcesOf(prisma, applicable(here, medication)))
  }
  return nothingFound
}

type KeptReading = Pick<Rule, 'payerId' | 'drugKey' | 'documentId' | 'title' | 'url'> & {
  product: string
  field: keyof typeof columnOf
  value: boolean
  section: number
  quote: string
}

/** What a language model read in policies that count, where staff keep it. */
const keptReadings = (prisma: Session['prisma'], payerId: string, drugKey: string) =>
  prisma.$queryRaw<KeptReading[]>`
    SELECT document.payer_id AS "payerId", reading.drug_key AS "drugKey", reading.product, reading.field::text, reading.model_value AS value,
      reading.section, reading.quote, document.id AS "documentId", coalesce(document.title, document.name) AS title, document.url
    FROM policy_reading reading JOIN policy_document document ON document.id = reading.document_id
    WHERE reading.drug_key = ${drugKey} AND reading.kept = 'model' AND document.payer_id IN (${payerId}, ${anyPayer})
      AND coalesce(document.effective_date, current_date) <= current_date
    ORDER BY document.id, reading.id`

/**
 * The rules of a place as staff decided: a kept reading takes the place of what its document's rules say of this drug or product. Where
 * they say nothing of it alone, it is a rule of its own, which says the rest as they do of all.
 */
function withReadings(rules: readonly Rule[], isHere: (rule: Rule) => boolean, readings: readonly KeptReading[]): Rule[] {
  const all = rules.filter(isHere).map((rule) => ({ ...rule }))
  for (const { field, value, section, quote, product: name, ...of } of readings) {
    const product = name === '' ? null : name
    const ofDocument = (rule: Rule) => rule.documentId === of.documentId
    const own = all.filter((rule) => ofDocument(rule) && (!hasSiblings(of.drugKey) || rule.product === product))
    if (own.length === 0) {
      const ofAll = all.find((rule) => ofDocument(rule) && rule.product === null)
      const base = ofAll ?? rules.find((rule) => ofDocument(rule) && rule.drugKey === '')
      own.push({ ...nothingFound, evidence: [], ...base, ...of, product })
      all.push(...own)
    }
    for (const rule of own) {
      rule[columnOf[field]] = value
      // Of an excluded medicine only what excludes it is told.
      rule.evidence = [...(field === 'excluded' && value ? [] : rule.evidence), { section, quote }]
    }
  }
  return all
}

/** The rules of the product that was named; where none of it is, those that are for all products of the drug. */
function applicable(rules: Rule[], medication: string): Rule[] {
  const ofProduct = rules.filter(({ product }) => product !== null && foldForSearch(product) === foldForSearch(medication))
  if (ofProduct.length > 0) return ofProduct
  const ofAll = rules.filter(({ product }) => product === null)
  const isBrand = drugMentions(medication).some(({ brand }) => brand !== null)
  // "rituximab", or its code, where the policy speaks of one brand only. That a brand is excluded says nothing of its generic.
  const brands = new Set(rules.map(({ product }) => product))
  return ofAll.length > 0 || isBrand || brands.size > 1 ? ofAll : rules.filter(({ excluded }) => excluded !== true)
}

function combined(rules: Rule[], sources: PolicySource[]): Requirements {
  const agreed = (field: 'excluded' | 'paRequired' | 'stepTherapyRequired') => {
    const said = new Set(rules.map((rule) => rule[field]).filter((value) => value !== null))
    return said.size === 1 ? [...said][0] === true : null
  }
  const excluded = agreed('excluded')
  const quotes = rules.filter((rule) => rule.excluded).flatMap(({ evidence }) => evidence.map(({ quote }) => quote))
  if (excluded === true) return { ...nothingFound, excluded, criteria: distinct(quotes), sources }
  // A policy that excludes it and one that covers it with authorization contradict each other.
  const isDisputed = rules.some((rule) => rule.excluded === true)
  const stepTherapyRequired = isDisputed ? null : agreed('stepTherapyRequired')
  return {
    excluded,
    paRequired: isDisputed ? null : agreed('paRequired'),
    stepTherapyRequired,
    stepTherapyDrugs: stepTherapyRequired === true ? distinct(rules.flatMap((rule) => rule.stepTherapyDrugs)) : [],
    stepTherapySets: stepTherapyRequired === true ? rules.flatMap((rule) => rule.stepTherapySets) : [],
    criteria: distinct(rules.flatMap(({ criteria }) => criteria)),
    sources,
  }
}

const distinct = (values: string[]) => [...new Set(values)]

async function sourcesOf(prisma: Session['prisma'], rules: Rule[]): Promise<PolicySource[]> {
  const sections = await prisma.policySection.findMany({
    where: { OR: rules.map(({ documentId, evidence }) => ({ documentId, position: { in: evidence.map(({ section }) => section) } })) },
    select: { documentId: true, position: true, header: true, page: true },
  })
  return rules.flatMap(({ documentId, title, url, evidence }) =>
    evidence.map(({ section, quote }) => {
      const place = sections.find((one) => one.documentId === documentId && one.position === section)
      return { documentId, title, url, header: place?.header ?? null, page: place?.page ?? null, quote }
    }),
  )
}
