import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashOf, readLocks } from '../../eval/train/keep-model.ts'

// A model and the features that it learnt belong together: weights of other features are no weights.

const locks = Object.entries(readLocks())

test('every model names its command and what it was learnt from', () => {
  const models = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.model'))
  expect(locks.map(([path]) => path)).toEqual(models.map((file) => `src/${file}`).toSorted())
})

test.each(locks)('%s is the one that was learnt, from this data and by these features', (path, { command, sha256, data, features }) => {
  const changed = Object.entries({ [path]: sha256, ...data, ...features }).flatMap(([file, hash]) => (hashOf(file) === hash ? [] : [file]))
  expect(changed, `Changed since it was learnt; learn it again: ${command}`).toEqual([])
})
