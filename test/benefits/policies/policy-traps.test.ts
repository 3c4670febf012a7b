import { describe, expect, test } from 'vitest'
import { byName, type Row, rowOf, rulesOfText } from '../../../eval/regression/policies/read-documents.ts'

/** What a policy says, and the rules that a careful person reads out of it. */
const cases: [name: string, text: string, expected: Row[]][] = [
  ['a plain requirement', 'Stelara requires prior authorization before the first dose.', [['ustekinumab', null, true, null, []]]],
  ['a code instead of a name', 'Prior authorization is required for J3357 in all settings.', [['ustekinumab', null, true, null, []]]],
  ['a generic name', 'Precertification is required for ustekinumab for every member.', [['ustekinumab', null, true, null, []]]],
  ['preauthorization', 'Entyvio is subject to preauthorization in the plan.', [['vedolizumab', null, true, null, []]]],
  ['pre-approval', 'Entyvio needs pre-approval from the plan before use.', [['vedolizumab', null, true, null, []]]],
  ['PA in capitals', 'PA is required for Entyvio in this plan year.', [['vedolizumab', null, true, null, []]]],
  ['PA as a state', 'The office in Pittsburgh, PA is required for Entyvio forms.', []],
  ['prior auth', 'You must obtain prior auth for Entyvio before it is given.', [['vedolizumab', null, true, null, []]]],
  ['a refusal of claims', 'Claims for Entyvio without prior authorization are denied.', [['vedolizumab', null, true, null, []]]],
  ['a plain negation', 'Prior authorization is not required for methotrexate tablets.', [['methotrexate', null, false, null, []]]],
  [
    'a negation with "does not"',
    'Methotrexate does not require prior authorization or a referral.',
    [['methotrexate', null, false, null, []]],
  ],
  ['a negation with "no"', 'No prior authorization is needed for methotrexate by this plan.', [['methotrexate', null, false, null, []]]],
  ['no longer', 'Remicade no longer requires prior authorization in this plan.', [['infliximab', null, false, null, []]]],
  [
    'a requirement that was lifted',
    'The prior authorization requirement for Remicade has been removed.',
    [['infliximab', null, false, null, []]],
  ],
  ['an exemption', 'Lantus is exempt from prior authorization in all plans.', [['insulin glargine', null, false, null, []]]],
  ['neither nor', 'Lantus requires neither prior authorization nor step therapy.', [['insulin glargine', null, false, false, []]]],
  [
    'two drugs, one sentence',
    'Humira requires prior authorization, but methotrexate does not.',
    [
      ['adalimumab', null, true, null, []],
      ['methotrexate', null, false, null, []],
    ],
  ],
  [
    'drugs apart by a semicolon',
    'Humira requires prior authorization; Lantus does not require prior authorization.',
    [
      ['adalimumab', null, true, null, []],
      ['insulin glargine', null, false, null, []],
    ],
  ],
  ['an exception in a list', 'All TNF blockers such as Humira, except Enbrel, have a review each year.', []],
  ['only a condition (age)', 'Stelara does not require prior authorization for members under 18.', [['ustekinumab', null, null, null, []]]],
  [
    'only a condition (place)',
    'Stelara does not require prior authorization when administered in a hospital.',
    [['ustekinumab', null, null, null, []]],
  ],
  [
    'a rule with an exception',
    'Stelara requires prior authorization except for members under 18.',
    [['ustekinumab', null, true, null, []]],
  ],
  [
    'a rule, then an exception',
    'Prior authorization is required for Stelara. Stelara does not require prior authorization when administered in a hospital.',
    [['ustekinumab', null, true, null, []]],
  ],
  [
    'only a conditional requirement',
    'Prior authorization is required for Stelara if the dose exceeds 90 mg.',
    [['ustekinumab', null, null, null, []]],
  ],
  ['a hedge', 'Stelara may require prior authorization in some plans.', [['ustekinumab', null, null, null, []]]],
  [
    'a requirement to come',
    'Effective March 1, 2027, prior authorization will be required for Stelara.',
    [['ustekinumab', null, null, null, []]],
  ],
  [
    'a requirement to come, without a year',
    'Effective March 1, prior authorization will be required for Stelara.',
    [['ustekinumab', null, null, null, []]],
  ],
  [
    'a requirement that has come',
    'Effective March 1, 2025, prior authorization is required for Stelara.',
    [['ustekinumab', null, true, null, []]],
  ],
  [
    'free now, not later',
    'Prior authorization is not required for Stelara. Starting 01/01/2028, prior authorization will be required for Stelara.',
    [['ustekinumab', null, false, null, []]],
  ],
  ['a rule that has ended', 'Until June 30, 2025, prior authorization is required for Stelara.', []],
  ['the past', 'Prior authorization was required for Stelara in an earlier version.', []],
  ['a question', 'Is prior authorization required for Stelara?', []],
  ['how to find out', 'To find out whether Stelara requires prior authorization, call the plan.', []],
  ['drugs that need it, unnamed', 'Drugs that require prior authorization are listed on the portal, and Stelara has a page.', []],
  [
    'how to ask for it',
    '# Stelara policy\n\n## How to request prior authorization\n\nPrior authorization requests are sent by fax. Step 1 of the application is the diagnosis.',
    [],
  ],
  [
    'Step 1 of a form',
    '# Stelara (ustekinumab)\n\n## Application\n\nStep 1 of the application: name a trial of methotrexate if there was one.',
    [],
  ],
  [
    'a quantity limit',
    '# Stelara (ustekinumab)\n\n## Quantity limits\n\nOne syringe per 84 days. Larger quantities require prior authorization.',
    [],
  ],
  [
    'site of care',
    '# Remicade (infliximab)\n\n## Site of care\n\nMembers must first try a home infusion site before a hospital site is approved.',
    [],
  ],
  [
    'services, not the drug',
    '# Remicade (infliximab)\n\n## Notes\n\nHome infusion services require prior authorization from the plan.',
    [],
  ],
  [
    'step therapy with a drug',
    'Step therapy with methotrexate is required for Humira in this plan.',
    [['adalimumab', null, null, true, ['methotrexate']]],
  ],
  [
    'a trial before',
    'Members must try methotrexate before Humira is covered by the plan.',
    [['adalimumab', null, null, true, ['methotrexate']]],
  ],
  [
    'a trial before, the other way round',
    'Before Humira is covered, the member must have tried methotrexate or sulfasalazine.',
    [['adalimumab', null, null, true, ['methotrexate', 'sulfasalazine']]],
  ],
  [
    'a trial in the passive',
    'Methotrexate must be tried before Humira is covered by the plan.',
    [['adalimumab', null, null, true, ['Methotrexate']]],
  ],
  [
    'a class of drugs',
    '# Dupixent (dupilumab)\n\n## Criteria\n\n- Trial and failure of a topical corticosteroid for four weeks',
    [['dupilumab', null, null, true, ['topical corticosteroid']]],
  ],
  [
    'examples of a class',
    '# Prolia (denosumab)\n\n## Criteria\n\n- Failure of an oral bisphosphonate (e.g., alendronate)',
    [['denosumab', null, null, true, ['alendronate']]],
  ],
  ['no step therapy', 'There is no step therapy for Ocrevus in this plan.', [['ocrelizumab', null, null, false, []]]],
  [
    'a trial that is not required',
    '# Humira (adalimumab)\n\n## Criteria\n\n- A trial of methotrexate is not required',
    [['adalimumab', null, null, null, []]],
  ],
  [
    'one of several ways',
    '# Humira (adalimumab)\n\n## Criteria\n\nOne of the following:\n\n- Trial of methotrexate for three months\n- Disease that is severe at the first visit',
    [['adalimumab', null, null, null, []]],
  ],
  [
    'a way out for those who cannot',
    '# Humira (adalimumab)\n\n## Criteria\n\nOne of the following:\n\n- Trial of methotrexate for three months\n- Contraindication to methotrexate or intolerance',
    [['adalimumab', null, null, true, ['methotrexate']]],
  ],
  [
    'evidence of a study',
    '# Humira (adalimumab)\n\n## Clinical evidence\n\nPatients with inadequate response to methotrexate must have had eight weeks of Humira.',
    [],
  ],
  ['a comparison', 'Unlike Humira, Stelara requires prior authorization in this plan.', [['ustekinumab', null, true, null, []]]],
  ['a combination that is excluded', '# Stelara (ustekinumab)\n\n## Exclusions\n\n- Use together with Humira or another biologic', []],
  [
    'renewal apart from approval',
    '# Stelara (ustekinumab)\n\n## Reauthorization criteria\n\n- Inadequate response to Humira does not count; symptoms improved',
    [],
  ],
  [
    'a table',
    '| Drug | PA required | Step therapy |\n|---|---|---|\n| Humira | Yes | methotrexate |\n| Lantus | No | None |',
    [
      ['adalimumab', null, true, true, ['methotrexate']],
      ['insulin glargine', null, false, false, []],
    ],
  ],
  [
    'a table with an empty cell',
    '| Drug | PA required | Step therapy |\n|---|---|---|\n| Humira | | Yes |\n| Lantus | No | No |',
    [
      ['adalimumab', null, null, true, []],
      ['insulin glargine', null, false, false, []],
    ],
  ],
  [
    'a table with a drug for each column',
    '| Requirement | Humira | Lantus |\n|---|---|---|\n| Prior authorization | Yes | No |\n| Step therapy | Yes | No |',
    [
      ['adalimumab', null, true, true, []],
      ['insulin glargine', null, false, false, []],
    ],
  ],
  [
    'brand and biosimilar',
    'Remicade requires prior authorization in all plans. Inflectra does not require prior authorization in any plan.',
    [
      ['infliximab', 'Remicade', true, null, []],
      ['infliximab', 'Inflectra', false, null, []],
    ],
  ],
  ['brands alike', 'Remicade and Inflectra require prior authorization in all plans.', [['infliximab', null, true, null, []]]],
  [
    'drugs under headings of their own',
    '# Drugs\n\n## Humira\n\nPrior authorization is required. No step therapy applies.\n\n## Lantus\n\nPrior authorization is not required.',
    [
      ['adalimumab', null, true, false, []],
      ['insulin glargine', null, false, null, []],
    ],
  ],
  [
    'a contradiction',
    'Stelara requires prior authorization in the plan. Prior authorization is not required for Stelara in the plan.',
    [['ustekinumab', null, null, null, []]],
  ],
  ['all drugs without a policy', 'All other drugs require prior authorization by the plan.', [[null, null, true, null, []]]],
  [
    'all drugs without a policy, freed',
    'Medicines that are not named in another policy do not require prior authorization.',
    [[null, null, false, null, []]],
  ],
  [
    'some drugs without a policy',
    'Specialty medicines that are not named in another policy require prior authorization.',
    [[null, null, null, null, []]],
  ],
  [
    'some and the rest',
    'Specialty medicines that are not named in another policy require prior authorization. All other drugs do not require prior authorization.',
    [[null, null, null, null, []]],
  ],
  ['nothing about drugs', 'Prior authorization is required for inpatient admissions and imaging.', []],
  ['a drug that is only named', 'Stelara, Humira and Taltz are biologic medicines for plaque psoriasis.', []],
  [
    'a sentence on another drug in the policy of one',
    '# Humira (adalimumab)\n\n## Prior authorization\n\nPrior authorization is required. Members who take methotrexate may go on with it.',
    [['adalimumab', null, true, null, []]],
  ],
  [
    'coverage without authorization',
    'Keytruda is covered without prior authorization for its labeled uses.',
    [['pembrolizumab', null, false, null, []]],
  ],
  [
    'coverage only with authorization',
    'Keytruda is covered only with prior authorization from the plan.',
    [['pembrolizumab', null, true, null, []]],
  ],
  ['a denial in other words', 'Members stable on Xolair do not need a new prior authorization.', [['omalizumab', null, null, null, []]]],
  ['two denials', 'Keytruda is never given without prior authorization.', [['pembrolizumab', null, true, null, []]]],
  [
    'a requirement and a denial',
    'Stelara requires prior authorization and does not require step therapy.',
    [['ustekinumab', null, true, false, []]],
  ],
  [
    'a denial and a requirement',
    'Actemra: prior authorization is not required, but step therapy through Humira is required.',
    [['tocilizumab', null, false, true, ['Humira']]],
  ],
  [
    '"both" after two drugs',
    'Ocrevus and Tysabri are covered. Both require prior authorization.',
    [
      ['natalizumab', null, true, null, []],
      ['ocrelizumab', null, true, null, []],
    ],
  ],
  [
    'a condition first',
    'If Dupixent is prescribed by a dermatologist, prior authorization is not required.',
    [['dupilumab', null, null, null, []]],
  ],
  ['short labels', 'Humira: PA required; ST: methotrexate.', [['adalimumab', null, true, true, ['methotrexate']]]],
  [
    'a drug of another line as a step',
    'Step therapy is required for Rituxan: members start with Truxima or Ruxience.',
    [['rituximab', 'Rituxan', null, true, ['Truxima', 'Ruxience']]],
  ],
  [
    'a list of criteria under renewal',
    '# Stelara (ustekinumab)\n\n## Renewal\n\nAll of the following:\n\n- Inadequate response to Humira in the past\n- Trial of methotrexate in the past',
    [],
  ],
  [
    'a list under limitations',
    '# Stelara (ustekinumab)\n\n## Limitations\n\nAny of the following criteria:\n\n- Trial of Humira at the same time',
    [],
  ],
  [
    'a list under background',
    '# Stelara (ustekinumab)\n\n## Background\n\nThe studies had the following criteria:\n\n- Failure of methotrexate before the study',
    [],
  ],
  [
    'a condition that is a trial',
    'Prolia does not require prior authorization when its biosimilar Jubbonti has been tried.',
    [['denosumab', null, null, null, []]],
  ],
  [
    'drugs of the line before a list',
    'Victoza or Trulicity will be approved when the member:\n\n- has diabetes\n- has tried metformin for three months',
    [
      ['dulaglutide', null, null, true, ['metformin']],
      ['liraglutide', null, null, true, ['metformin']],
    ],
  ],
  ['never needed', 'Reclast has never needed prior authorization in this plan.', [['zoledronic acid', null, false, null, []]]],
  [
    'words in a column of requirements',
    '| Medication | Utilization management | Alternatives |\n|---|---|---|\n| Aimovig | Prior Authorization, Quantity Limit | Ajovy |\n| Ajovy | Step Therapy | propranolol |',
    [
      ['erenumab', null, true, null, []],
      ['fremanezumab', null, null, true, []],
    ],
  ],
  ['a trial to come', 'Effective January 1, 2031, members must try methotrexate before Humira is covered.', []],
  ['a trial for some', 'Members under 18 must try methotrexate before Humira is covered.', []],
  [
    'authorization and a trial',
    'Humira requires prior authorization and a trial of methotrexate.',
    [['adalimumab', null, true, true, ['methotrexate']]],
  ],
  ['an exclusion', 'Cimzia is not covered by this plan.', [['certolizumab pegol', null, null, null, [], true]]],
  ['a use that is excluded', 'Humira is considered experimental for sarcoidosis.', []],
  ['a combination that is not covered', 'Stelara is not covered in combination with Humira.', []],
  [
    'an exclusion to come',
    'Effective January 1, 2031, Cimzia will be excluded from the formulary.',
    [['certolizumab pegol', null, null, null, []]],
  ],
  [
    'a list of exclusions',
    '# Drug list\n\n## Not covered\n\n- Beovu\n- Susvimo (implant)',
    [
      ['brolucizumab', null, null, null, [], true],
      ['ranibizumab', null, null, null, [], true],
    ],
  ],
  [
    'codes with a legend',
    '# Drug list\n\n| Code | Meaning |\n|---|---|\n| P | Prior approval needed |\n| X | Not covered |\n\n## Drugs\n\n| Drug | Tier | Codes |\n|---|---|---|\n| Repatha | 3 | P |\n| Praluent | 4 | X |\n| rosuvastatin | 1 | |',
    [
      ['alirocumab', null, null, null, [], true],
      ['evolocumab', null, true, null, []],
    ],
  ],
  [
    'groups of drugs',
    '# Botulinum toxins\n\nPreferred products: Xeomin, Dysport\n\nNon-preferred products require a trial of both preferred products: see below.\n\nA trial of both preferred products is required before Botox.',
    [['onabotulinumtoxina', null, null, true, ['Xeomin', 'Dysport']]],
  ],
]

describe('a policy says no more than it says', () => {
  test.each(cases)('%s', async (_, text, expected) => {
    expect(byName((await rulesOfText(text)).map(rowOf))).toEqual(byName(expected))
  })
})

test('step therapy by use keeps which drugs are asked for each use, and how many of them', async () => {
  const [rule] = await rulesOfText(
    '# Humira (adalimumab)\n\n## Approval criteria\n\n### Rheumatoid arthritis\n\n- Failure of methotrexate for three months\n\n### Plaque psoriasis\n\nTrial of two of the following:\n\n- methotrexate\n- cyclosporine\n- acitretin',
  )
  expect(rule?.stepTherapySets).toEqual([
    { indication: 'Rheumatoid arthritis', drugs: ['methotrexate'], needed: 1 },
    { indication: 'Plaque psoriasis', drugs: ['methotrexate', 'cyclosporine', 'acitretin'], needed: 2 },
  ])
})
