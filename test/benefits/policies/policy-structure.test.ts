import { describe, expect, test } from 'vitest'
import { byName, type Row, rowOf, rulesOfText } from '../../../eval/regression/policies/read-documents.ts'

const cases: [what: string, text: string, expected: Row[]][] = [
  [
    'a note says what it says of the drugs that bear its mark',
    '| Drug | PA | ST |\n|---|---|---|\n| Injectafer | Yes | Yes [1] |\n| Aranesp | Yes | Yes [2] |\n\n[1] Try Venofer first.\n\n[2] Try Retacrit first.',
    [
      ['ferric carboxymaltose', null, true, true, ['Venofer']],
      ['darbepoetin alfa', null, true, true, ['Retacrit']],
    ],
  ],
  [
    'names of drugs that no dictionary has are read where known ones stand beside them',
    '| Drug | Prior authorization | Step therapy |\n|---|---|---|\n| Adempas | Yes | No |\n| Opsumit | Yes | No |\n| Zzyvorla | No | No |',
    [
      ['riociguat', null, true, false, []],
      ['macitentan', null, true, false, []],
      ['zzyvorla', null, false, false, []],
    ],
  ],
  [
    'an answer is about the drug of its question',
    '## Does Otezla need prior authorization?\n\nYes.\n\n## What must be tried before it?\n\nNothing.\n\n## Is Siliq covered?\n\nNo.',
    [
      ['apremilast', null, true, null, []],
      ['brodalumab', null, null, null, [], true],
    ],
  ],
  [
    'what stands under a chapter in capitals does not go on from the chapter before',
    'I. CRITERIA\n\nA. TREMFYA\n   Prior authorization is required.\n\nII. PRODUCTS NOT COVERED\n   Sotyktu.\n',
    [
      ['guselkumab', null, true, null, []],
      ['deucravacitinib', null, null, null, [], true],
    ],
  ],
  [
    'in plain text the name of a drug stands under what needs prior authorization, and what comes after does not',
    'GUIDELINE\n\nWHAT NEEDS PRIOR AUTHORIZATION\n\nTremfya (guselkumab)\nApprove when the diagnosis is confirmed.\n\nSiliq (brodalumab)\nApprove for 12 months.\n\nHOW TO REACH US\n\nOtezla line\nCall the desk.\n',
    [
      ['guselkumab', null, true, null, []],
      ['brodalumab', null, true, null, []],
    ],
  ],
  [
    'a cell that goes on in the next line is not said of other drugs',
    'CRITERIA SHEET\n\nBriviact ........ must fail levetiracetam\nFintepla ........ Dravet: must fail clobazam\n                  Lennox-Gastaut: must fail Epidiolex\n',
    [
      ['brivaracetam', null, null, true, ['levetiracetam']],
      ['fenfluramine', null, null, true, ['clobazam', 'Epidiolex']],
    ],
  ],
]

describe('a policy is read by where its lines stand', () => {
  test.each(cases)('%s', async (_, text, expected) => {
    expect(byName((await rulesOfText(text)).map(rowOf))).toEqual(byName(expected))
  })
})
