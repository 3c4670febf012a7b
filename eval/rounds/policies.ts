import { pathToFileURL } from 'node:url'
import { type ModelReading, partsForModel, policyByModel } from '../../src/domain/benefits/policies/policy-by-model.ts'
import type { PolicyRule } from '../../src/domain/benefits/policies/policy-rule.ts'
import { type QuotedReading, quotedReadings } from '../../src/domain/benefits/policies/quoted-readings.ts'
import { drugOf } from '../../src/domain/drugs/drug-of.ts'
import { type Result, rowByRow } from '../measured.ts'
import { type ScoredModel, scoredModel } from '../model.ts'
import { rulesOfFile, today } from '../regression/policies/read-documents.ts'
import { type Round, roundsOf, shareWhere } from './rounds.ts'

export interface PolicyRow {
  document: string
  drug: string
  prior_authorization: 'required' | 'not_required' | 'excluded' | 'unstated'
  step_therapy: boolean | null
  step_drugs: string[]
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function ruleFor(rules: readonly PolicyRule[], drug: string): PolicyRule | undefined {
  const ingredient = drugOf(drug)?.ingredient
  const named = (rule: PolicyRule) => [rule.product, rule.name].some((name) => name && plain(name).includes(plain(drug)))
  return (
    rules.find((rule) => rule.product !== null && plain(rule.product) === plain(drug)) ??
    rules.find((rule) => rule.product === null && ingredient !== undefined && rule.ingredient === ingredient) ??
    rules.find(named)
  )
}

const authorizationOf = (rule: PolicyRule | undefined) =>
  rule?.excluded === true ? 'excluded' : rule?.paRequired === true ? 'required' : rule?.paRequired === false ? 'not_required' : 'unstated'

/** A drug named by brand or ingredient is the same drug. */
const keyOf = (drug: string) => drugOf(drug.replace(/-[a-z]{4}$/, ''))?.ingredient ?? plain(drug)
const sameDrugs = (one: readonly string[], other: readonly string[]) => {
  const [left, right] = [new Set(one.map(keyOf)), new Set(other.map(keyOf))]
  return left.size === right.size && [...left].every((drug) => right.has(drug))
}

/** Writers name drugs; a class that the document leaves open ("a topical corticosteroid") is neither right nor wrong. */
const namedIn = (rule: PolicyRule | undefined, { step_drugs }: PolicyRow): string[] =>
  (rule?.stepTherapyDrugs ?? []).filter((drug) => drugOf(drug) !== undefined || step_drugs.some((other) => plain(other) === plain(drug)))

/** What payers' documents say of each drug. */
export async function measure(): Promise<Result[]> {
  const results: Result[] = []
  for (const round of roundsOf<PolicyRow>('policies.jsonl')) {
    results.push(await measureRound(round))
    const model = scoredModel()
    if (model)
      results.push({ set: `round ${round.name}, model`, kind: round.kind, count: round.rows.length, figures: await byModel(model, round) })
  }
  return results
}

const patience = { timeoutMs: 300_000, retryDelayMs: 1_000 }

/** What the model alone says of authorization and steps, as far as its quotes bear it out. */
async function byModel({ chatModel }: ScoredModel, { folder, rows }: Round<PolicyRow>): Promise<string> {
  const model = await chatModel.load()
  const read = new Map<string, QuotedReading[]>()
  for (const document of new Set(rows.map((row) => row.document))) {
    const policy = await rulesOfFile(pathToFileURL(`${folder}/policies/${document}`))
    const answers: ModelReading[] = []
    for (const part of partsForModel(policy)) answers.push(...(await policyByModel(model, part, patience).catch(() => [])))
    read.set(document, quotedReadings(answers, policy, today))
  }
  const valueIn = ({ document, drug }: PolicyRow, field: QuotedReading['field']) =>
    read.get(document)?.find((reading) => reading.drugKey === drugOf(drug)?.ingredient && reading.field === field)?.value
  const required = ({ prior_authorization }: PolicyRow) =>
    prior_authorization === 'required' ? true : prior_authorization === 'not_required' ? false : undefined
  return [
    `authorization ${shareWhere(
      rows,
      (row) => required(row) !== undefined,
      (row) => valueIn(row, 'pa_required') === required(row),
    )}`,
    `step therapy ${shareWhere(
      rows,
      ({ step_therapy }) => step_therapy !== null,
      (row) => valueIn(row, 'step_therapy_required') === row.step_therapy,
    )}`,
    `rows with something invented ${shareWhere(
      rows,
      () => true,
      (row) =>
        ![undefined, required(row)].includes(valueIn(row, 'pa_required')) ||
        ![undefined, row.step_therapy].includes(valueIn(row, 'step_therapy_required')),
    )}`,
  ].join(', ')
}

/** One round's documents against what its writer says of each drug. */
export async function measureRound({ name, kind, folder, rows }: Round<PolicyRow>): Promise<Result> {
  const read = []
  for (const row of rows) {
    const { rules } = await rulesOfFile(pathToFileURL(`${folder}/policies/${row.document}`))
    const rule = ruleFor(rules, row.drug)
    read.push({ ...row, pa: authorizationOf(rule), step: rule?.stepTherapyRequired ?? null, drugs: namedIn(rule, row) })
  }
  type Read = (typeof read)[number]
  const paRight = (row: Read) => row.pa === row.prior_authorization
  const invents = (row: Read) =>
    (row.pa !== 'unstated' && !paRight(row)) ||
    (row.step !== null && row.step !== row.step_therapy) ||
    row.drugs.some((drug) => !row.step_drugs.map(keyOf).includes(keyOf(drug)))
  const figures = [
    `authorization ${shareWhere(read, ({ prior_authorization }) => !['unstated', 'excluded'].includes(prior_authorization), paRight)}`,
    `step therapy ${shareWhere(
      read,
      ({ step_therapy }) => step_therapy !== null,
      ({ step, step_therapy }) => step === step_therapy,
    )}`,
    `its drugs, whole list ${shareWhere(
      read,
      ({ step_drugs }) => step_drugs.length > 0,
      ({ drugs, step_drugs }) => sameDrugs(drugs, step_drugs),
    )}`,
    `exclusion ${shareWhere(read, ({ prior_authorization }) => prior_authorization === 'excluded', paRight)}`,
    `rows with something invented ${shareWhere(read, () => true, invents)}`,
  ].join(', ')
  return rowByRow(
    `round ${name}`,
    kind,
    read,
    (row) =>
      `${row.document}, ${row.drug}${invents(row) ? ' (invented)' : ''}: ${row.pa} for ${row.prior_authorization}, step ${row.step} for ${row.step_therapy}, [${row.drugs.join('; ')}] for [${row.step_drugs.join('; ')}]`,
    (row) => paRight(row) && row.step === row.step_therapy && sameDrugs(row.drugs, row.step_drugs),
    `; ${figures}`,
  )
}
