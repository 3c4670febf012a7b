import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type NamePair, namePairs, pairsFile, patientsFile } from '../../../eval/regression/voice/identity/make-name-pairs.ts'
import { matchNames, nameThreshold } from '../../../src/domain/voice/identity/names.ts'

const text = readFileSync(pairsFile, 'utf8')
const pairs: NamePair[] = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

const accepted = (part: NamePair[]) => part.filter(({ claimed, on_file }) => matchNames(claimed, on_file) >= nameThreshold)
const shown = (part: NamePair[]) => part.map(({ kind, claimed, on_file }) => [kind, claimed, on_file])

test('no twin, relative of the other sex, father or son of the name, or stranger of the labelled pairs is taken for the patient', () => {
  const others = pairs.filter(({ kind, same }) => !same && ['twins', 'gendered', 'suffix', 'other', 'made_other'].includes(kind))
  expect(shown(accepted(others))).toEqual([])
})

test.runIf(existsSync(patientsFile))('the labelled pairs are those that make-name-pairs.ts makes', () => {
  expect(text).toBe(
    `${namePairs()
      .map((pair) => JSON.stringify(pair))
      .join('\n')}\n`,
  )
})
