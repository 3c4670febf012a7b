import { expect, test } from 'vitest'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { source } from './sources.ts'

const filler =
  'Patients should be told about it by the doctor who treats them and should be seen again after some weeks of treatment as usual.'

const label = (sections: object) =>
  source(
    'x.json',
    JSON.stringify({ results: [{ set_id: 'abc-1', openfda: { brand_name: ['ADAKVEO'], generic_name: ['CRIZANLIZUMAB'] }, ...sections }] }),
  )

test('a label is split at its numbered headings and loses its inner references', async () => {
  const { title, canonicalUrl, sections } = await extractDocument(
    label({
      dosage_and_administration: [
        `2 DOSAGE AND ADMINISTRATION ADAKVEO is given by infusion. ( 2.1 ) ${filler} 2.1 Recommended Dosage Administer ADAKVEO 5 mg/kg [see Warnings and Precautions ( 5.1 )] . ${filler} 2.2 Preparation and Administration ADAKVEO should be diluted to 2.5 mL. ${filler} 12.9 Nothing`,
      ],
      contraindications: ['4 CONTRAINDICATIONS None. None. ( 4 )'],
      description: ['11 DESCRIPTION Left out.'],
      package_label_principal_display_panel: ['Left out.'],
    }),
  )
  expect(title).toBe('Adakveo (crizanlizumab)')
  expect(canonicalUrl).toBe('https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=abc-1')
  expect(sections.map(({ sectionHeader, sectionType }) => [sectionHeader, sectionType])).toEqual([
    ['Dosage and administration', 'dosing'],
    ['Recommended Dosage', 'dosing'],
    ['Preparation and Administration', 'dosing'],
    ['Contraindications', 'side_effects'],
  ])
  expect(sections[0]?.content).toBe(`ADAKVEO is given by infusion. ${filler}`)
  expect(sections[1]?.content).toBe(`Administer ADAKVEO 5 mg/kg. ${filler}`)
  expect(sections[3]?.content).toBe('None.')
})

test.each<[text: string, heading: string, dose: string]>([
  [
    `2.1 Psoriasis Adult Dosage Regimen The dose is 45 mg every 12 weeks. ${filler} Subcutaneous Pediatric Dosage Regimen Administer ADAKVEO by weight, 20 mg every 12 weeks. ${filler}`,
    'Psoriasis Adult Dosage Regimen: Subcutaneous Pediatric Dosage Regimen',
    '20 mg',
  ],
  [
    `2.5 Recommended Dose for Rheumatoid Arthritis (RA) Administer 1,000 mg every 24 weeks. ${filler} 2.6 Recommended Dose for Granulomatosis with Polyangiitis (GPA) (Wegener's Granulomatosis) and Microscopic Polyangiitis (MPA) Induction Treatment of Adult Patients with Active GPA/MPA Administer ADAKVEO as a 375 mg infusion. ${filler}`,
    "Recommended Dose for Granulomatosis with Polyangiitis (GPA) (Wegener's Granulomatosis) and Microscopic Polyangiitis (MPA) Induction Treatment of Adult Patients with Active GPA/MPA",
    '375 mg',
  ],
  [
    `Rheumatoid Arthritis (RA) The recommended dose of ADAKVEO is 100 mg daily. ${filler} Less in renal insufficiency Cryopyrin-Associated Periodic Syndromes (CAPS) The recommended starting dose of ADAKVEO is 2 mg daily. ${filler}`,
    'Cryopyrin-Associated Periodic Syndromes (CAPS)',
    '2 mg',
  ],
  [
    `Plaque Psoriasis Adult Recommended Dosage: The dosage is 80 mg. ${filler} Weight Range Dosage less than 60 kg 20 mg 60 kg or more 40 mg Crohn's Disease Maintenance Adult Recommended Dosage: The dosage is 90 mg every 8 weeks. ${filler}`,
    "Crohn's Disease Maintenance Adult Recommended Dosage",
    '90 mg',
  ],
  [
    `2.2 Recommended Dosage The dose is 10 mg. ${filler} Refer to 2.3 Psoriatic Arthritis; Pediatric Dosage Regimen for others. 2.3 Psoriatic Arthritis Adult Dosage Regimen The dose is 45 mg. ${filler}`,
    'Psoriatic Arthritis Adult Dosage Regimen',
    '45 mg',
  ],
])('a dose stands under the subheading that its label runs into the sentences: %#', async (text, heading, dose) => {
  const { sections } = await extractDocument(label({ dosage_and_administration: [`2 DOSAGE AND ADMINISTRATION ${text}`] }))
  const doses = sections.filter(({ content }) => new RegExp(`(?<!\\S)${dose}`).test(content))
  expect(doses.map(({ sectionHeader }) => sectionHeader)).toEqual([heading])
  expect(doses[0]?.content.match(/\b[\d,]+ mg/g)).toEqual([dose])
})

test("a table keeps its rows where openFDA gives the label's own", async () => {
  const cell = (text: string) => `<td styleCode="Rrule "><list listType="ordered"><item><caption> </caption>${text}</item></list></td>`
  const table = `<table width="98%"><col width="50%"/><tbody><tr>${cell('Age')}${cell('Dose (mL)*')}</tr><tr>${cell('12 years and over')}<td><paragraph>10 mL</paragraph></td></tr><tr>${cell('2-3 years')}${cell('5 mL')}</tr><tr>${cell('under 2 years')}${cell('do not use')}</tr></tbody></table>`
  const text = `Directions ▪ shake well ▪ find the right dose below: Age Dose (mL)* 12 years and over 10 mL 2-3 years 5 mL under 2 years do not use * or as directed by a doctor. ${filler}`
  const other = '<table><tr><td>Of another</td><td>section</td></tr><tr><td>No</td><td>text</td></tr></table>'
  const { sections } = await extractDocument(label({ dosage_and_administration: [text], dosage_and_administration_table: [other, table] }))
  const content = sections.map(({ content }) => content).join('\n')
  expect(content.split('\n').filter((line) => line.includes(' | '))).toEqual([
    'Age | Dose (mL)*',
    '12 years and over | 10 mL',
    '2-3 years | 5 mL',
    'under 2 years | do not use',
  ])
  expect(content).toMatch(/find the right dose below:\nAge \|/)
  expect(content).toContain('* or as directed by a doctor.')
  expect(content.match(/do not use/g)).toHaveLength(1)
})

test('what to do when stands together, whatever it begins with', async () => {
  const rule =
    'Missed Doses If a dose is missed: Within 7 days of the missed dose: Administer ADAKVEO at once. More than 7 days after the missed dose: For an every 2-week dose, wait for the next dose.'
  const { sections } = await extractDocument(label({ dosage_and_administration: [`${rule} ${filler}`] }))
  expect(sections.find(({ content }) => content.includes('Within 7 days'))?.content).toContain('More than 7 days')
})

test('a patient text is split at its questions, but not at a quoted one', async () => {
  const { sections } = await extractDocument(
    label({
      spl_patient_package_insert: [
        `Patient Information ADAKVEO What is ADAKVEO? ADAKVEO is a medicine. ${filler} Before you receive ADAKVEO, tell your doctor about "What is in it?" ${filler} How should I store ADAKVEO? In the refrigerator. ${filler}`,
      ],
    }),
  )
  expect(sections.map(({ sectionHeader, sectionType }) => [sectionHeader, sectionType])).toEqual([
    ['What is ADAKVEO?', 'faq'],
    ['Before you receive ADAKVEO', 'side_effects'],
    ['How should I store ADAKVEO?', 'storage'],
  ])
})

test('the warnings of a label without prescription are read', async () => {
  const warnings = {
    ask_doctor_or_pharmacist: 'Ask a doctor or pharmacist before use if you are taking a blood thinning drug, or any other drug by mouth.',
    when_using: 'When using this product avoid alcoholic drinks, and be careful when driving a motor vehicle or operating machinery.',
    pregnancy_or_breast_feeding: 'If pregnant or breast-feeding, ask a health professional before use, and above all in the last 3 months.',
  }
  const { sections } = await extractDocument(label(Object.fromEntries(Object.entries(warnings).map(([name, text]) => [name, [text]]))))
  for (const text of Object.values(warnings)) expect(sections.map(({ content }) => content).join('\n')).toContain(text)
})

test('a file of several labels is refused, so that none is left out unseen', async () => {
  const two = [{ warnings: [filler] }, { warnings: [filler] }].map((drug) => ({ ...drug, openfda: { brand_name: ['ADAKVEO'] } }))
  await expect(extractDocument(source('x.json', JSON.stringify({ results: two })))).rejects.toThrow('It holds 2 labels')
})
