import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from '../../src/config.ts'

test('docs/settings.md names every setting that the service reads, and no other', () => {
  const rows = readFileSync('docs/settings.md', 'utf8').matchAll(/^\| ((?:`[A-Z_\d]+`(?:, )?)+) \|/gm)
  const named = [...rows].flatMap(([, names = '']) => [...names.matchAll(/`([A-Z_\d]+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(settingNames.toSorted())
})

test('no longer limit of a payer’s answer is taken than is kept', () => {
  const timeoutOf = (seconds: string) => readConfig({ API_KEY: 'k', WIDGET_API_KEY: 'w', ELIGIBILITY_TIMEOUT_SECONDS: seconds })
  expect(() => timeoutOf('91')).toThrow(/ELIGIBILITY_TIMEOUT_SECONDS/)
  expect(() => timeoutOf('90')).not.toThrow()
})
