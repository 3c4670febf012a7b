import { expect, test } from 'vitest'
import { programsOf } from '../../src/domain/safety/reporting/match-programs.ts'
import { maySend } from '../../src/domain/safety/reporting/may-send.ts'

const programs = [
  { name: 'brand', medicines: ['Humira'] },
  { name: 'generic', medicines: ['adalimumab'] },
  { name: 'biosimilar', medicines: ['Cyltezo', 'Zeltivor XR'] },
]
const of = (medicine: string | null) => programsOf(programs, medicine).map(({ name }) => name)

test.each([
  ['Humira Pen', ['brand']],
  ['Cyltezo', ['biosimilar']],
  ['Hadlima', ['generic']],
  ['adalimumab', ['brand', 'generic', 'biosimilar']],
  ['zeltivor xr', ['biosimilar']],
  ['Taltz', []],
  [null, []],
])('%s is of %j', (medicine, names) => expect(of(medicine)).toEqual(names))

test('a brand is not of another brand of its ingredient', () => {
  expect(programsOf([{ medicines: ['Humira'] }], 'Cyltezo')).toEqual([])
})

const hour = 3_600_000
const aware = new Date('2026-11-25T00:00:00Z')
const report = { kind: 'initial', awareAt: aware, dueAt: new Date(aware.getTime() + 20 * hour), triagedAt: null } as const
const one = {
  source: 'chat',
  reviewState: 'open',
  changedBy: null,
  gathers: false,
  patientId: null,
  claimedPatient: null,
  reporter: 'patient',
  reporterName: null,
  eventDescription: 'hives',
  medicationName: 'Humira',
} as const
const at = (hours: number, more: object = {}, review: 'by_source' | 'always' | 'never' = 'by_source', of: object = {}) =>
  maySend({ ...one, ...more }, { ...report, ...of }, { review }, new Date(aware.getTime() + hours * hour))

test.each([
  ['what staff entered', at(0, { source: 'staff' }), 'yes'],
  ['a follow-up of what staff changed', at(0, { changedBy: 'staff:2' }, 'by_source', { kind: 'follow_up' }), 'yes'],
  ['what staff filled in of a first report that nobody triaged', at(0, { changedBy: 'staff:2' }), 'no'],
  ['what the service changed', at(0, { changedBy: 'service' }), 'no'],
  ['what an agent flagged', at(0, { source: 'agent' }), 'unreviewed'],
  ['what a reader found', at(17.9), 'no'],
  ['what a reader found, at the end of its time', at(18), 'unreviewed'],
  ['the same without a medicine', at(19, { medicationName: null }), 'no'],
  ['the same without a person', at(19, { reporter: null }), 'no'],
  ['a gathered case', at(30, { gathers: true, source: 'agent' }), 'no'],
  ['a gathered case that was triaged', at(0, { gathers: true }, 'by_source', { triagedAt: aware }), 'yes'],
  ['a confirmed case', at(0, { reviewState: 'confirmed' }), 'yes'],
  ['a nullification', at(0, {}, 'always', { kind: 'nullification' }), 'yes'],
  ['what staff entered for a strict program', at(30, { source: 'staff' }, 'always'), 'no'],
  ['what a reader found for a loose program', at(0, {}, 'never'), 'unreviewed'],
])('%s', (_what, verdict, expected) => expect(verdict).toBe(expected))
