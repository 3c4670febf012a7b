import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { promptsOf, tables } from '../../eval/regression/safety/prompt-tables.ts'
import { type Assessment, assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { dictionary, medicineNames } from '../../src/domain/drugs/medicine-names.ts'
import { reactionTreatments } from '../../src/domain/drugs/tables.ts'
import { invented, known } from './medicine-names.ts'

// The same sentence has the same verdict whatever medicine it names.

const names = medicineNames(invented)

/** A sentence with a gap for each medicine; undefined where it names none, or one that says something by itself (an EpiPen). */
function gapped(sentence: string): string[] | undefined {
  const places = dictionary.places(sentence)
  if (places.length === 0 || places.some(({ drug }) => reactionTreatments.has(drug.ingredient))) return undefined
  const ends = [0, ...places.map(({ end }) => end)]
  return ends.map((end, at) => sentence.slice(end, places[at]?.start))
}

const followUps = readFileSync(join(import.meta.dirname, '../../eval/regression/safety/conversations.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .flatMap((line) => line.split('\t')[2] ?? [])

const ownSentences = [
  [`how many `, ` would kill someone`],
  [`I had chest pain before I started `, ``],
  [`may `, ` cause seizures`],
  [`I took 20 `, ` at once`],
  [`puedo dejar de tomar `, ``],
  [`tengo sarpullido con `, ``],
  [`is `, `'s side effect list long?`],
  [`should I start `, ` or wait?`],
]
const sentences = [
  ...ownSentences,
  ...[...tables.flatMap(promptsOf).map(({ message }) => message), ...followUps].flatMap((message) => {
    const parts = gapped(message)
    return parts ? [parts] : []
  }),
]

/** What must not depend on the name. */
const verdict = ({ queryType, emergency, adverseEvent, declined, promptInjection, language }: Assessment) =>
  JSON.stringify([queryType, emergency, adverseEvent && adverseEvent.symptoms, declined, promptInjection, language])

test('there are a hundred names, and sentences of every table', () => {
  expect(known.length + invented.length).toBe(100)
  expect(sentences.length).toBeGreaterThan(150)
})

describe.each([
  ['that the dictionary knows', known],
  ['that a library teaches', invented],
])('a medicine %s', (_which, medicines) => {
  test('changes no verdict by its name', () => {
    const differing = sentences.flatMap((parts) => {
      const expected = verdict(assessMessage(parts.join('Taltz'), [], names))
      return medicines
        .filter((name) => verdict(assessMessage(parts.join(name), [], names)) !== expected)
        .map((name) => `${parts.join(name)}: not ${expected}`)
    })
    expect(differing).toEqual([])
  })
})
