import { expect, test } from 'vitest'
import { differences, readFloors } from '../../eval/floors.ts'
import { readers } from '../../eval/readers.ts'

const floors = readFloors()

// Every table that rules were mended against: row by row where lives hang on it, else by its share. Where a change is meant: npm run eval -- --write-floors.
test.each(readers.filter(({ slow }) => !slow))(
  '$name is as good as eval/regression/floors.json says',
  async ({ name, load, eachRow }) => {
    expect(differences(await (await load()).measure(), floors[name], eachRow)).toEqual([])
  },
  120_000,
)

test('a row lost where each counts, a share that fell, a row that went and a set that went are told; what came out better is not', () => {
  const set = { set: 'calls', kind: 'regression', count: 2, figures: '' } as const
  expect(differences([{ ...set, wrong: ['new'] }], { calls: { count: 2, wrong: ['known'] } }, true)).toEqual(['calls: now wrong: new'])
  expect(differences([{ ...set, wrong: ['new'] }], { calls: { count: 2, shares: { right: 0.5 } } })).toEqual([])
  expect(differences([{ ...set, wrong: ['one', 'other'] }], { calls: { count: 2, shares: { right: 0.5 } } })).toEqual([
    'calls: right 0.000 is below 0.5',
  ])
  expect(differences([{ ...set, shares: { recall: 0.69 } }], { calls: { count: 3, shares: { recall: 0.7 } } })).toEqual([
    'calls: has 2 rows, its floor 3',
    'calls: recall 0.690 is below 0.7',
  ])
  expect(differences([{ ...set, wrong: [] }], { other: { count: 1 } })).toEqual([
    'calls: has no floor',
    'other: has a floor and is not measured',
  ])
  expect(differences([{ set: 'calls', kind: 'held out', missing: true }], { calls: { count: 3, wrong: [] } })).toEqual([])
})
