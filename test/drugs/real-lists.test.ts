import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readCmsFile } from '../../src/cli/refresh-jcodes/read-cms-file.ts'
import { drugOf } from '../../src/domain/drugs/drug-of.ts'
import { findMedications } from '../../src/domain/drugs/find-medications.ts'
import { jcodesOf } from '../../src/domain/drugs/jcodes-of.ts'

// The public CMS lists and conversations are beside the checkout on some machines only.
const shared = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const lines = (path: string) =>
  readFileSync(shared + path, 'utf8')
    .trim()
    .split('\n')

describe.runIf(existsSync(`${shared}hcpcs_jcodes.tsv`))('against the public CMS lists', () => {
  const list = existsSync(`${shared}hcpcs_jcodes.tsv`) ? readCmsFile(`${shared}hcpcs_jcodes.tsv`, /^code$/) : []

  test('no terminated code is ever answered', () => {
    const active = new Set(list.filter(({ status }) => status === 'active').map(({ code }) => code))
    const names = list.flatMap(({ generic = '', brands = '' }) => [generic, ...brands.split('|')]).filter((name) => name !== '')
    expect(names.length).toBeGreaterThan(2_000)
    expect(Object.entries(jcodesOf(names)).filter(([, code]) => !active.has(code))).toEqual([])
  })

  // Part D cuts and abbreviates ("norethindrone-e.estradiol", "hc/mineral oil"): names of one drug share a beginning.
  test('no name of a real drug is taken for another drug', () => {
    const beginnings = (ingredient: string) => new Set(ingredient.split(/[^a-z0-9]+/).map((word) => word.slice(0, 4)))
    const other = lines('drug_names.tsv')
      .slice(1)
      .map((line) => line.split('\t'))
      .filter(([brand = '', generic = '']) => {
        const one = drugOf(brand)?.ingredient
        const two = drugOf(generic)?.ingredient
        return one !== undefined && two !== undefined && ![...beginnings(one)].some((beginning) => beginnings(two).has(beginning))
      })
      .map(([brand = '', generic = '']) => `${brand} (${drugOf(brand)?.ingredient}): ${generic} (${drugOf(generic)?.ingredient})`)
    expect(other).toEqual([
      'Dextrose 5%-Potassium Chloride (dextrose in water): potassium chloride in d5w (potassium chloride)',
      // One brand for the capsules and for what becomes the same drug in the blood, each with its code.
      'Emend (aprepitant): fosaprepitant (fosaprepitant)',
      'Hydrocortisone (hydrocortisone): hc/mineral oil/petrolat,wht (hc/mineral oil/petrolat,wht)',
    ])
  })

  test('brand and generic of every medication of the sample patients are one drug', () => {
    const medications = lines('patients_dev.jsonl').flatMap(
      (line) => (JSON.parse(line) as { medications: { brand: string; generic: string }[] }).medications,
    )
    const apart = medications.filter(
      ({ brand, generic }) => drugOf(brand)?.ingredient !== generic || drugOf(generic)?.ingredient !== generic,
    )
    expect(medications.length).toBeGreaterThan(500)
    expect(apart).toEqual([])
  })

  test('questions about diseases name hardly any medicine', () => {
    const questions = lines('medquad_dev.jsonl').map((line) => (JSON.parse(line) as { question: string; focus: string }).question)
    const found = questions.flatMap((question) => findMedications(question).map(({ name }) => `${name}: ${question}`))
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(60)
  })
})
