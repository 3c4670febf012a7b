import { describe, expect, test } from 'vitest'
import { drugOf } from '../../src/domain/drugs/drug-of.ts'

describe('the drug of a name', () => {
  test.each([
    ['Humira', 'adalimumab', 'adalimumab'],
    ['Yuflyma', 'adalimumab-aaty', 'adalimumab'],
    ['Hadlima', 'Humira', 'adalimumab'],
    ['Inflectra', 'Remicade', 'infliximab'],
    ['Ozempic', 'Wegovy', 'semaglutide'],
    ['Glucophage', 'metformin hcl', 'metformin'],
    ['Zestril', 'lisinopril', 'lisinopril'],
    ['Zoloft', 'sertraline 50 mg', 'sertraline'],
    ['Synthroid', 'levothyroxine sodium', 'levothyroxine'],
    ['Tylenol', 'paracetamol', 'acetaminophen'],
    ['Dupixent Pen', 'dupilumab', 'dupilumab'],
    ['Bactrim', 'trimethoprim and sulfamethoxazole', 'sulfamethoxazole/trimethoprim'],
    ['Emgality', 'galcanezumab-gnlm', 'galcanezumab'],
    ['salbutamol', 'Ventolin HFA', 'albuterol'],
  ])('%s and %s are one', (one, other, ingredient) => {
    expect([drugOf(one)?.ingredient, drugOf(other)?.ingredient]).toEqual([ingredient, ingredient])
  })

  test.each([
    ['HUMIRA pen 40 mg', 'Humira'],
    ['humera', 'Humira'],
    ['ADALIMUMAB', 'adalimumab'],
    ['Infliximab-DYYB', 'infliximab-dyyb'],
    ['vancomycin hydrochloride', 'vancomycin'],
    ['lantus solostar', 'Lantus'],
    ['key truda', 'Keytruda'],
  ])('%s is shown as %s', (said, shown) => {
    expect(drugOf(said)?.name).toBe(shown)
  })

  // Real drugs that look or sound like others (ISMP's list of confused names, and names abroad).
  test.each([
    ['hydroxyzine', 'hydralazine'],
    ['Celebrex', 'Cerebyx'],
    ['Humalog', 'Humira'],
    ['clonidine', 'clonazepam'],
    ['vinblastine', 'vincristine'],
    ['daunorubicin', 'doxorubicin'],
    ['cisplatin', 'carboplatin'],
    ['prednisone', 'prednisolone'],
    ['methyldopa', 'methyldopate'],
    ['metamizole', 'methimazole'],
    ['folinic acid', 'folic acid'],
    ['rifampicin', 'rifaximin'],
    ['infliximab', 'rituximab'],
    ['Lamictal', 'Lamisil'],
    ['Zantac', 'Zyrtec'],
    ['sulfadiazine', 'sulfasalazine'],
    ['Solu-Medrol', 'Solu-Cortef'],
    ['coagulation factor x', 'coagulation factor xa'],
    ['interferon beta-1a', 'interferon beta-1b'],
    ['Evista', 'Eovist'],
  ])('%s is not %s', (one, other) => {
    expect(drugOf(one)?.ingredient ?? one).not.toBe(drugOf(other)?.ingredient)
  })

  test.each([
    'Marisol',
    'Natalia',
    'Conrad',
    'northern',
    'program',
    'option',
    'pancreas',
    'androgen',
    'Medicare',
    'Humana',
    'singular',
    'x',
    '123',
  ])('%s is no drug', (word) => {
    expect(drugOf(word)).toBeUndefined()
  })
})
