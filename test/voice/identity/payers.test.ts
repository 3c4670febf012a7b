import { expect, test } from 'vitest'
import { payerList } from '../../../src/domain/payers/payer-list.ts'
import { payerContradicts, payerIdOf } from '../../../src/domain/payers/payer-names.ts'

const ids = new Set(payerList.map(({ id }) => id))

test('every listed payer has a short lower-case id of its own and is found by id, name and every alias', () => {
  expect(ids.size).toBe(payerList.length)
  for (const { id, name, aliases } of payerList) {
    expect(id).toMatch(/^[a-z0-9_-]+$/)
    for (const known of [id, name, ...aliases]) expect([known, payerIdOf(known)]).toEqual([known, id])
  }
})

test('payers that share a card are listed payers', () => {
  expect(payerList.flatMap(({ related }) => related).filter((id) => !ids.has(id))).toEqual([])
})

test.each([
  ['Blue Cross Blue Shield', 'bcbs'],
  ['blue cross/blue shield of Texas PPO', 'bcbs'],
  ['AETNA Insurance', 'aetna'],
  ['my insurance is Aetna', 'aetna'],
  ['Molina Healthcare of Kansas', 'molina'],
  ['Cigna Health', 'cigna'],
  ['U.H.C.', 'unitedhealthcare'],
  ['Medicare Advantage (Humana)', 'humana'],
  ['Anthem VA', 'anthem'],
  ['Blue Cross', 'blue_cross'],
  ['United American', 'united_american'],
  ['  ', ''],
])('%j is %j', (name, id) => {
  expect(payerIdOf(name)).toBe(id)
})

test.each([
  ['Blue Cross', 'blue_cross'],
  ['Blue Cross', 'bluecross'],
  ['Blue Cross', 'bcbs'],
  ['BCBS of Kansas', 'bcbs'],
  ['Blue Cross Blue Shield', 'bcbs_ks'],
  ['BCBSKS', 'bcbs'],
  ['Anthem', 'bcbs'],
  ['Aetna', 'aetna_ppo'],
  ['Medicare', 'medicare_advantage_humana'],
  ['Medicaid', 'dual_eligible'],
  ['Sunrise', 'sunrise_health_plan'],
  ['Aetna', null],
  ['none', null],
  ['unknown', 'no_insurance'],
  ['my plan', 'aetna'],
  ['insurance', 'aetna'],
  ['My insurance.', 'bcbs'],
  ['Health Plan', 'aetna'],
  ['  ', 'aetna'],
  ['Aetna and Medicare', 'aetna'],
  ['Medicare, Medicaid and Humana', 'humana'],
  ['Anthem Blue Cross, so Blue Cross Blue Shield, with Express Scripts', 'anthem'],
  ['Aetna', 'no_insurance'],
  [undefined, 'aetna'],
  [null, null],
])('%j does not contradict %j on file', (name, onFile) => {
  expect(payerContradicts(name, onFile)).toBe(false)
})

test.each([
  ['Aetna', 'cigna'],
  ['Blue Cross Blue Shield', 'aetna'],
  ['Anthem', 'highmark'],
  ['Humana', 'medicare'],
  ['Medicare', 'medicaid'],
  ['VA', 'anthem_va'],
  ['Sunrise', 'aetna'],
  ['none', 'aetna'],
  ['unknown', 'aetna'],
  ['self-pay', 'bcbs'],
  ['aetna cigna humana united bcbs anthem kaiser', 'aetna'],
  ['Aetna, Cigna or Humana', 'humana'],
  ['Medicare, Medicaid, Aetna and Cigna', 'medicare'],
])('%j contradicts %j on file', (name, onFile) => {
  expect(payerContradicts(name, onFile)).toBe(true)
})
