import { expect, test } from 'vitest'
import { amountOf, type BenefitEntry, percentOf } from '../../src/domain/payers/eligibility/benefit-entry.ts'
import { copay, deductible, entry, mapped } from './benefit-entries.ts'

const active = entry('1')

test.each<[string, BenefitEntry[], object]>([
  ['nothing said, nothing known', [], {}],
  [
    'total and remaining of one person',
    [deductible(1500), deductible(640.25, { period: '29' })],
    { deductible_individual: 1500, deductible_met_ytd: 859.75 },
  ],
  [
    'the year-to-date amount goes before the difference',
    [deductible(1500), deductible(600, { period: '29' }), deductible(850, { period: '24' })],
    { deductible_individual: 1500, deductible_met_ytd: 850 },
  ],
  ['year to date without a total', [deductible(850, { period: '24' })], { deductible_met_ytd: 850 }],
  ['remaining without a total says neither', [deductible(600, { period: '29' })], {}],
  ['more remaining than the total: met stays open', [deductible(500), deductible(600, { period: '29' })], { deductible_individual: 500 }],
  ['a deductible of nothing is 0', [deductible(0), deductible(0, { period: '29' })], { deductible_individual: 0, deductible_met_ytd: 0 }],
  ['out of network is not read', [deductible(6000, { network: 'N' }), deductible(100, { network: 'N', period: '29' })], {}],
  ['out of network in words only is not read', [deductible(6000, { network: null, texts: ['OUT OF NETWORK'] })], {}],
  ['in network goes before both networks', [deductible(3000, { network: 'W' }), deductible(1500)], { deductible_individual: 1500 }],
  [
    "one network's remaining is not taken off another's total",
    [deductible(1500), deductible(600, { network: 'W', period: '29' })],
    { deductible_individual: 1500 },
  ],
  ['without a network, where no other is given', [deductible(1500, { network: null })], { deductible_individual: 1500 }],
  [
    'without a network, beside one out of network: may be either',
    [deductible(1500, { network: null }), deductible(6000, { network: 'N' })],
    {},
  ],
  ['contract year as calendar year', [deductible(1500, { period: '25' })], { deductible_individual: 1500 }],
  ['a lifetime amount is no total of the year', [deductible(1_000_000, { period: '32' })], {}],
  ['two different deductibles stay open', [deductible(1500), deductible(2000)], {}],
  ['the same deductible twice is one', [deductible(1500), deductible(1500)], { deductible_individual: 1500 }],
  [
    "a deductible for drugs is not the plan's",
    [deductible(1500), deductible(200, { texts: ['PRESCRIPTION DRUGS'] })],
    { deductible_individual: 1500 },
  ],
  ["a deductible of a service is not the plan's", [deductible(75, { services: ['35'] })], {}],
  ["without a level it is nobody's", [deductible(1500, { level: null })], {}],
  [
    'family',
    [deductible(3000, { level: 'FAM' }), deductible(1000, { level: 'FAM', period: '29' })],
    { deductible_family: 3000, deductible_family_met_ytd: 2000 },
  ],
  [
    'out-of-pocket maximum',
    [
      entry('G', { level: 'IND', network: 'Y', period: '23', amount: 6000 }),
      entry('G', { level: 'IND', network: 'Y', period: '29', amount: 5000 }),
      entry('G', { level: 'FAM', network: 'Y', amount: 12000 }),
    ],
    { out_of_pocket_max: 6000, out_of_pocket_met_ytd: 1000, out_of_pocket_max_family: 12000 },
  ],
  ['coinsurance', [entry('A', { network: 'Y', percent: 20 }), entry('A', { network: 'N', percent: 40 })], { coinsurance_percentage: 20 }],
  ["coinsurance of a service is not the plan's", [entry('A', { services: ['98'], network: 'Y', percent: 20 })], {}],
  ['active', [active], { coverage_status: 'active' }],
  ['inactive', [entry('6'), entry('1', { services: ['35'] })], { coverage_status: 'inactive' }],
  ['pending investigation is inactive (7)', [entry('7')], { coverage_status: 'inactive' }],
  ['both active and inactive stays open', [active, entry('6')], {}],
  ['a plan for teeth only says nothing of medical care', [entry('1', { services: ['35'] })], {}],
  ["a benefit of one procedure is not the plan's", [copay(100, { procedure: { qualifier: 'HC', code: 'J2350' } })], {}],
])('%s', (_, entries, benefits) => {
  expect(mapped(...entries).benefits).toEqual(benefits)
  expect(mapped(...entries.toReversed()).benefits).toEqual(benefits)
})

test.each([
  ['1500', 1500],
  ['640.25', 640.25],
  ['1,500.00', 1500],
  ['$30', 30],
  ['0', 0],
  ['.5', 0.5],
  ['1.500,00', null],
  ['1,50', null],
  ['-5', null],
  ['', null],
  ['N/A', null],
  ['.', null],
  [null, null],
])('the amount %j is %j', (text, amount) => expect(amountOf(text)).toBe(amount))

test.each([
  ['0.2', 20],
  ['.2', 20],
  ['0', 0],
  ['1', 100],
  ['20', 20],
  ['20%', 20],
  ['0.333', 33.3],
  ['120', null],
  ['x', null],
  [null, null],
])('the share %j is %j percent', (text, percent) => expect(percentOf(text)).toBe(percent))
