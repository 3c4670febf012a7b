import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingNames } from '../../src/config.ts'

test('docs/settings.md names every setting that the service reads, and no other', () => {
  const rows = readFileSync('docs/settings.md', 'utf8').matchAll(/^\| ((?:`[A-Z_\d]+`(?:, )?)+) \|/gm)
  const named = [...rows].flatMap(([, names = '']) => [...names.matchAll(/`([A-Z_\d]+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(settingNames.toSorted())
})
