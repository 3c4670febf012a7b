import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMedications } from '../../src/domain/drugs/find-medications.ts'

const namesIn = (text: string) => findMedications(text).map(({ name }) => name)

describe('medicines in what was said', () => {
  test.each([
    ['i take humira and my sister takes enbrel', ['Humira', 'Enbrel']],
    ['Does my plan cover Stelara? Stelara is what the doctor wants.', ['Stelara']],
    ['i was on key truda before', ['Keytruda']],
    ['they put me on humera last may', ['Humira']],
    ['I am taking acetaminophen and ibuprofen', ['acetaminophen', 'ibuprofen']],
    ['methotrexate, folic acid and prednisone', ['methotrexate', 'folic acid', 'prednisone']],
    ['asprin and clonezipam at night', ['aspirin', 'clonazepam']],
    ['a hundred units of insulin glargine', ['insulin glargine']],
    ['the depo medrol shot and the solu-medrol', ['Depo-Medrol', 'Solu-Medrol']],
    ['INFLIXIMAB-DYYB (Inflectra)', ['infliximab-dyyb', 'Inflectra']],
    ['simponi aria not simponi', ['Simponi Aria', 'Simponi']],
    ['¿El seguro cubre Rémicade?', ['Remicade']],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names)
  })

  test('a code is that of the form which is named', () => {
    expect(findMedications('stelara infusion, ondansetron 4 mg tablets, levothyroxine pills, ozempic')).toEqual([
      { name: 'Stelara', ingredient: 'ustekinumab', jcode: 'J3358' },
      { name: 'ondansetron', ingredient: 'ondansetron', jcode: 'Q0162' },
      { name: 'levothyroxine', ingredient: 'levothyroxine', jcode: null },
      { name: 'Ozempic', ingredient: 'semaglutide', jcode: null },
    ])
  })

  test('a code is that of the dose which is named', () => {
    expect(findMedications('Lupron Depot 11.25 mg, not Lupron Depot-Ped. 3.75 mg of Sublocade')).toEqual([
      { name: 'Lupron Depot', ingredient: 'leuprolide', jcode: 'J1950' },
      { name: 'Lupron Depot-Ped', ingredient: 'leuprolide', jcode: 'J1950' },
      { name: 'Sublocade', ingredient: 'buprenorphine', jcode: 'Q9991' },
    ])
    expect(findMedications('i get sky rizzy')).toEqual([{ name: 'Skyrizi', ingredient: 'risankizumab', jcode: 'J2327' }])
  })

  test.each([
    'what is the reason for the call today',
    'he is well versed in the verses of raglan, the name precedes it, and my b12 and b 12 were low',
    'my plan is the gold plan with premier balance, the focus is on the align network',
    'i imagine there will be tears, and drink a lot of water',
    'my thyroid and my retina are fine, the pancreas too, and the albumin and vitamin d were normal',
    'the program has an option that is actively tested in the northern region',
    'i make na three dollars or alone i would differ in that',
    'her name is heather, or natalia, or marisol, and he is conrad; they live in virginia',
    'Aetna, Humana, Cigna, Tricare, Medicare and Anthem Blue Cross Blue Shield',
    'your prior authorization was denied, the deductible is met, the policy number is on the card',
    'iron, calcium, potassium and sodium were in the blood test',
  ])('there is none in: %s', (text) => {
    expect(namesIn(text)).toEqual([])
  })

  test('any text is read; case and surroundings change nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(new Set(namesIn(text)).size).toBe(namesIn(text).length)
      }),
    )
    const names = fc.constantFrom('Humira', 'infliximab', 'Simponi Aria', 'Solu-Medrol', 'ibuprofen')
    fc.assert(
      fc.property(names, (name) => {
        expect(namesIn(`well ${name.toUpperCase()}, yes`)).toEqual(namesIn(`(${name.toLowerCase()})`))
        expect(namesIn(name)).toHaveLength(1)
      }),
    )
  })

  test('a transcript of a megabyte is read', () => {
    expect(namesIn(`${'user: i do not know what else to say about it.\n'.repeat(21_000)}it was humira`)).toEqual(['Humira'])
  })
})
