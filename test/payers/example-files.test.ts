import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { benefitsOf } from '../../src/domain/payers/eligibility/benefits-of.ts'
import { read271 } from '../../src/domain/payers/eligibility/read-271.ts'

// Only some machines have the examples next to the checkout.
const shared = fileURLToPath(new URL('../../../shared/data/eligibility/', import.meta.url))

function answerIn(file: string) {
  const text = readFileSync(shared + file, 'utf8')
  const said = read271(file.endsWith('.json') ? JSON.parse(text) : text)
  return said && benefitsOf(said)
}

const nothing = { planName: null, groupNumber: null, planBegin: null, planEnd: null, authorizations: [], rejections: [], notes: [] }

const examples: Record<string, unknown> = {
  'json/clearinghouse_benefitsInformation.example.json': {
    ...nothing,
    benefits: {
      coverage_status: 'active',
      copay_pcp: 30,
      coinsurance_percentage: 20,
      deductible_individual: 1500,
      deductible_met_ytd: 859.75,
      out_of_pocket_max_family: 9000,
    },
    planName: 'GOLD 123 PLAN',
    groupNumber: 'G-10442',
    planBegin: '2025-01-01',
    planEnd: '2025-12-31',
    authorizations: [{ hcpcs: 'J2350', required: true }],
  },
  'json/clearinghouse_aaa_error.example.json': {
    ...nothing,
    benefits: {},
    rejections: [
      {
        code: '75',
        description: 'Subscriber/Insured Not Found',
        followUpAction: 'Please Correct and Resubmit',
        place: 'subscriber',
        resolution: expect.stringContaining('member ID'),
      },
    ],
  },
  'json/stedi_plans_shape.example.json': {
    ...nothing,
    benefits: { coverage_status: 'active', copay_pcp: 30, deductible_individual: 1500 },
    planName: 'Gold Plan HMO',
  },
  'x12/271-subscriber.x12': {
    ...nothing,
    benefits: { coverage_status: 'active', copay_pcp: 10, copay_pharmacy: 10 },
    planName: 'GOLD 123 PLAN',
    planBegin: '2006-01-01',
  },
  'x12/271-subscriber-aaa-error.x12': {
    ...nothing,
    benefits: {},
    rejections: [
      {
        code: '50',
        description: 'Provider Ineligible for Inquiries',
        followUpAction: 'N',
        place: 'provider',
        resolution: expect.stringContaining('enroll'),
      },
    ],
  },
  // Requests are not answers.
  'x12/270-subscriber.x12': null,
  'x12/270-dependent.x12': null,
}

describe.runIf(existsSync(`${shared}README.md`))('the examples next to the checkout', () => {
  test.each(Object.entries(examples))('%s maps to the right fields', (file, expected) => {
    expect(answerIn(file)).toEqual(expected)
  })

  test('no example is missing here', () => {
    const files = ['json', 'x12'].flatMap((folder) => readdirSync(shared + folder).map((file) => `${folder}/${file}`))
    expect(files.toSorted()).toEqual(Object.keys(examples).toSorted())
  })

  test('an X12 text inside a JSON answer reads as it does on its own', () => {
    const text = readFileSync(`${shared}x12/271-subscriber.x12`, 'utf8')
    expect(read271({ controlNumber: '1', x12: text })).toEqual(read271(text))
  })
})
