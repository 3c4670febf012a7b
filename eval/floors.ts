import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Measured, Result } from './measured.ts'

/** The worst that a set may come out: its size, the rows known to be wrong, and shares. */
export type Floor = Pick<Measured, 'count' | 'wrong' | 'shares'>

/** By reader, by set. */
export type Floors = Record<string, Record<string, Floor>>

export const floorsFile = join(import.meta.dirname, 'regression/floors.json')
export const readFloors = (): Floors => JSON.parse(readFileSync(floorsFile, 'utf8'))

const roundedDown = (share: number) => Math.floor(share * 100) / 100

/** The floor at which a set stands now; undefined where nothing of it is guarded. */
export function floorOf({ count, wrong, shares }: Measured): Floor | undefined {
  if (!wrong && !shares) return undefined
  const rounded = shares && Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, roundedDown(share)]))
  return { count, ...(wrong && { wrong: wrong.toSorted() }), ...(rounded && { shares: rounded }) }
}

/**
 * How a reader's results differ from its floors, in sentences; none: all is well. A row that has come right is a difference
 * too, so that the floor rises with it and the row cannot be lost again unseen.
 */
export function differences(results: readonly Result[], floors: Readonly<Record<string, Floor>> = {}): string[] {
  const gone = Object.keys(floors).filter((set) => !results.some((result) => result.set === set))
  return [
    ...results.flatMap((result) => ('missing' in result ? [] : ofSet(result, floors[result.set]).map((what) => `${result.set}: ${what}`))),
    ...gone.map((set) => `${set}: has a floor and is not measured`),
  ]
}

function ofSet(measured: Measured, floor: Floor | undefined): string[] {
  const now = floorOf(measured)
  if (!now) return []
  if (!floor) return ['has no floor']
  const known = new Set(floor.wrong)
  const wrong = new Set(now.wrong)
  return [
    ...(now.count === floor.count ? [] : [`has ${now.count} rows, its floor ${floor.count}`]),
    ...(now.wrong ?? []).filter((row) => !known.has(row)).map((row) => `now wrong: ${row}`),
    ...(floor.wrong ?? []).filter((row) => !wrong.has(row)).map((row) => `no longer wrong: ${row}`),
    ...Object.entries(floor.shares ?? {}).flatMap(([name, least]) => {
      const share = measured.shares?.[name] ?? 0
      return share >= least ? [] : [`${name} ${share.toFixed(3)} is below ${least}`]
    }),
  ]
}
