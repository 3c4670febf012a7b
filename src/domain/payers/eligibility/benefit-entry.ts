import type { PayerRejection } from './eligibility.ts'

/** Y in network, N out of network, W both; null if the payer does not say. */
export type Network = 'Y' | 'N' | 'W' | null

/** One benefit of a payer's response: an EB segment of an X12 271, in X12 codes whatever form the response had. */
export interface BenefitEntry {
  /** EB01, for example `C` deductible; 1 to 5 active, 6 to 8 inactive. */
  code: string
  /** EB02: `IND`, `FAM` and others. */
  level: string | null
  /** EB03: `30` the plan, `98` office visit, `88` pharmacy. */
  services: string[]
  /** EB05 */
  plan: string | null
  /** EB06: `23` calendar year, `24` year to date, `29` remaining. */
  period: string | null
  /** EB07 in currency units with cents. */
  amount: number | null
  /** EB08 as 0 to 100. */
  percent: number | null
  /** EB11: whether authorization is needed. */
  authorization: boolean | null
  /** EB12 */
  network: Network
  /** EB13 */
  procedure: { qualifier: string; code: string } | null
  /** MSG: the payer's remarks. */
  texts: string[]
}

/** The content of a 271, whatever form it came in. */
export interface Response271 {
  entries: BenefitEntry[]
  rejections: PayerRejection[]
  /** In addition to the plans that the entries name. */
  planName: string | null
  groupNumber: string | null
  planBegin: string | null
  planEnd: string | null
}

/** Reads an amount of money as payers write it (`1500`, `640.25`, `1,500.00`, `$30`). Null for anything else; never negative. */
export function amountOf(text: string | null): number | null {
  const plain = text?.replace(/^\$\s*/, '') ?? ''
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(plain) || !/\d/.test(plain)) return null
  const amount = Math.round(Number(plain.replaceAll(',', '')) * 100) / 100
  return amount < 1e9 ? amount : null
}

/** Reads a share as X12 writes it (`0.2`; `1` is 100 %) or as some payers do (`20`, `20%`). Returns 0 to 100, or null. */
export function percentOf(text: string | null): number | null {
  const number = /^\d*\.?\d+\s*%?$/.test(text ?? '') ? Number.parseFloat(text ?? '') : Number.NaN
  const percent = text?.endsWith('%') || number > 1 ? number : number * 100
  return percent <= 100 ? Math.round(percent * 100) / 100 : null
}

/** Reads EB11: `Y` or `N`; null if unknown or not applicable. */
export function yesOrNo(text: string | null): boolean | null {
  if (/^(y|yes|true|required)$/i.test(text ?? '')) return true
  return /^(n|no|false|not[ _]required)$/i.test(text ?? '') ? false : null
}
