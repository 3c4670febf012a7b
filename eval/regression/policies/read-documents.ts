import { readFile } from 'node:fs/promises'
import { extractPolicy, type ReadPolicy } from '../../../src/domain/benefits/policies/extract-policy.ts'
import type { PolicyRule } from '../../../src/domain/benefits/policies/policy-rule.ts'

export const today = '2026-11-21'

/** Who, prior authorization, step therapy, what has to be tried first; `true` behind them where it is excluded. */
export type Row = [
  ingredient: string | null,
  product: string | null,
  authorization: boolean | null,
  step: boolean | null,
  drugs: string[],
  excluded?: true,
]

export const rowOf = ({ ingredient, product, paRequired, stepTherapyRequired, stepTherapyDrugs, excluded }: PolicyRule): Row =>
  excluded === true
    ? [ingredient, product, paRequired, stepTherapyRequired, stepTherapyDrugs, true]
    : [ingredient, product, paRequired, stepTherapyRequired, stepTherapyDrugs]

export const byName = (rows: Row[]): Row[] => rows.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))

/** A document as the policy library reads it: extracted, then its rules. */
export async function rulesOfFile(file: URL, title: string | null = null): Promise<ReadPolicy> {
  return rulesOf(new Uint8Array(await readFile(file)), file.pathname, title)
}

export async function rulesOfText(markdown: string, title: string | null = null): Promise<PolicyRule[]> {
  return (await rulesOf(new TextEncoder().encode(markdown), 'policy.md', title)).rules
}

async function rulesOf(bytes: Uint8Array, name: string, title: string | null) {
  return extractPolicy({ bytes, name, metadata: { title } }, today)
}
