import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { byName, type Row, rowOf, rulesOfFile } from '../../../eval/regression/policies/read-documents.ts'

const folder = new URL('../../../prisma/seed/policies/', import.meta.url)
const described: { file: string; payer_id: string; title: string; effective_date: string; url: null }[] = JSON.parse(
  readFileSync(new URL('policies.json', folder), 'utf8'),
)

const allOthers = (authorization: boolean): Row[] => [[null, null, authorization, false, []]]

/** What a person reads in each sample. Written by hand from the documents. */
const expected: Record<string, Row[]> = {
  'aetna-adalimumab.md': [['adalimumab', null, true, true, ['methotrexate']]],
  'aetna-ustekinumab.md': [['ustekinumab', null, true, true, ['Humira', 'Otezla']]],
  'anthem-pembrolizumab.md': [['pembrolizumab', null, true, false, []]],
  'anthem-vedolizumab.md': [['vedolizumab', null, true, true, ['Humira', 'Remicade']]],
  'bcbs-dupilumab.html': [['dupilumab', null, true, true, ['topical corticosteroid', 'tacrolimus']]],
  'bcbs-specialty-list.md': [
    ['adalimumab', null, true, true, ['methotrexate', 'sulfasalazine']],
    ['ustekinumab', null, true, true, ['Humira']],
    ['vedolizumab', null, true, false, []],
    ['denosumab', null, false, true, ['alendronate']],
    ['pembrolizumab', null, true, false, []],
    ['folic acid', null, false, false, []],
  ],
  'blue_cross-ustekinumab.md': [
    ['ustekinumab', 'Wezlana', false, false, []],
    ['ustekinumab', 'Stelara', true, true, ['Wezlana']],
  ],
  'cigna-galcanezumab.md': [['galcanezumab', null, true, true, ['topiramate', 'propranolol', 'amitriptyline']]],
  'cigna-ixekizumab.md': [['ixekizumab', null, true, true, ['Humira', 'Cosentyx']]],
  'humana-denosumab.pdf': [['denosumab', null, true, true, ['alendronate', 'zoledronic acid']]],
  'humana-ozempic.md': [['semaglutide', null, true, true, ['metformin']]],
  'kaiser-ms-and-arthritis.md': [
    ['ocrelizumab', null, true, false, []],
    ['rituximab', 'Rituxan', true, true, ['Truxima', 'Ruxience']],
    ['infliximab', null, false, false, []],
  ],
  'medicare-part-b-drugs.md': [
    ['denosumab', null, false, false, []],
    ['pembrolizumab', null, false, false, []],
    ['ustekinumab', null, false, false, []],
  ],
  'molina-dupixent-humira.md': [
    ['adalimumab', 'Humira', true, true, ['Hadlima', 'Cyltezo']],
    ['dupilumab', null, true, false, []],
  ],
  'molina-no-authorization-list.md': [
    ['methotrexate', null, false, false, []],
    ['insulin glargine', null, false, false, []],
    ['insulin lispro', null, false, false, []],
    ['insulin aspart', null, false, false, []],
    ['metformin', null, false, false, []],
  ],
  'unitedhealthcare-infliximab.html': [
    ['infliximab', 'Inflectra', false, false, []],
    ['infliximab', 'Avsola', false, false, []],
    ['infliximab', 'Remicade', true, true, ['Inflectra', 'Avsola']],
    ['infliximab', 'Renflexis', true, true, ['Inflectra', 'Avsola']],
  ],
  'unitedhealthcare-ocrelizumab.md': [['ocrelizumab', null, true, false, []]],
  'aetna-general.md': allOthers(true),
  'anthem-general.md': allOthers(false),
  'any-payer-general.md': allOthers(true),
  'bcbs-general.md': allOthers(false),
  'blue_cross-general.md': allOthers(true),
  'cigna-general.md': allOthers(true),
  'humana-general.md': allOthers(false),
  'kaiser-general.md': allOthers(false),
  'medicare-general.md': allOthers(false),
  'molina-general.md': allOthers(true),
  'unitedhealthcare-general.md': allOthers(true),
}

describe('the sample policies', () => {
  test.each(described)('$file says what a person reads in it', async ({ file, title }) => {
    const { sections, rules } = await rulesOfFile(new URL(file, folder), title)
    expect(byName(rules.map(rowOf))).toEqual(byName(expected[file] ?? []))
    expect(sections.some(({ content }) => content.includes("Sample policy – not a real payer's policy"))).toBe(true)
    for (const { evidence } of rules) {
      expect(evidence.length).toBeGreaterThan(0)
      for (const { section, quote } of evidence) expect(sections[section]?.content).toContain(quote)
    }
  })

  test('are described, every one, with a payer, a title and a date', () => {
    const files = readdirSync(folder).filter((file) => /\.(md|html|pdf)$/.test(file) && file !== 'README.md')
    expect(described.map(({ file }) => file).sort()).toEqual(files.sort())
    expect(described.every(({ file }) => existsSync(new URL(file, folder)) && file in expected)).toBe(true)
    expect(described.every(({ title, effective_date }) => title !== '' && effective_date <= '2026-11-21')).toBe(true)
  })

  test('settle every drug that no policy names, for every payer that has policies and for those that have none', () => {
    const payers = new Set(described.map(({ payer_id }) => payer_id))
    const general = described.filter(({ file }) => expected[file]?.[0]?.[0] === null).map(({ payer_id }) => payer_id)
    expect(general.sort()).toEqual([...payers].sort())
    expect(payers).toContain('*')
  })

  test('ask of a first approval what stands under its heading, and neither what a renewal asks nor what is excluded', async () => {
    const { rules } = await rulesOfFile(new URL('aetna-adalimumab.md', folder))
    expect(rules.flatMap(({ criteria }) => criteria)).toEqual([
      'The diagnosis is moderately to severely active and is documented in the chart.',
      'The prescriber is a rheumatologist, dermatologist or gastroenterologist, or has consulted one.',
      'A test for tuberculosis was negative, or latent tuberculosis has been treated.',
    ])
    const pdf = await rulesOfFile(new URL('humana-denosumab.pdf', folder))
    expect(pdf.rules.flatMap(({ criteria }) => criteria)).toEqual([
      'A bone density score of -2.5 or lower, or a fracture of the hip or spine after a minor fall',
      'Low calcium has been corrected before treatment',
      'The member takes calcium and vitamin D',
    ])
  })

  test('say nothing of a drug that they only name', async () => {
    const rules = (await Promise.all(described.map(({ file, title }) => rulesOfFile(new URL(file, folder), title)))).flatMap(
      (document) => document.rules,
    )
    const ingredients = new Set(rules.map(({ ingredient }) => ingredient))
    for (const drug of ['etanercept', 'nivolumab', 'abatacept', 'alendronate', 'topiramate', 'propranolol', 'omalizumab', 'dulaglutide'])
      expect(ingredients).not.toContain(drug)
  })
})
