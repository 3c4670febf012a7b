import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Measured, Result } from './measured.ts'

/** The worst that a set may come out: its size and shares, or the rows known to be wrong where each counts. */
export type Floor = Pick<Measured, 'count' | 'wrong' | 'shares'>

/** By reader, by set. */
export type Floors = Record<string, Record<string, Floor>>

export const floorsFile = join(import.meta.dirname, 'regression/floors.json')
export const readFloors = (): Floors => JSON.parse(readFileSync(floorsFile, 'utf8'))

/** A share may fall by half a percent, so that a reader can be replaced by a better one that misses other rows. */
const slack = 0.005
const roundedDown = (share: number) => Math.max(0, Math.floor((share - slack) * 100) / 100)

/** The floor at which a set stands now; undefined where nothing of it is guarded. @param eachRow whether each row counts */
export function floorOf({ count, wrong, shares }: Measured, eachRow: boolean): Floor | undefined {
  if (!wrong && !shares) return undefined
  if (eachRow && wrong) return { count, wrong: wrong.toSorted() }
  const all = { ...(wrong && { right: 1 - wrong.length / Math.max(1, count) }), ...shares }
  return { count, shares: Object.fromEntries(Object.entries(all).map(([name, share]) => [name, roundedDown(share)])) }
}

/**
 * How a reader's results are below its floors, in sentences; none: all is well. What has come out better is no difference:
 * `--write-floors` raises the floor.
 */
export function differences(results: readonly Result[], floors: Readonly<Record<string, Floor>> = {}, eachRow = false): string[] {
  const gone = Object.keys(floors).filter((set) => !results.some((result) => result.set === set))
  return [
    ...results.flatMap((result) =>
      'missing' in result ? [] : ofSet(result, floors[result.set], eachRow).map((what) => `${result.set}: ${what}`),
    ),
    ...gone.map((set) => `${set}: has a floor and is not measured`),
  ]
}

function ofSet(measured: Measured, floor: Floor | undefined, eachRow: boolean): string[] {
  if (!measured.wrong && !measured.shares) return []
  if (!floor) return ['has no floor']
  const { count, wrong = [], shares } = measured
  const now: Record<string, number> = { right: 1 - wrong.length / Math.max(1, count), ...shares }
  const known = new Set(floor.wrong)
  return [
    ...(count === floor.count ? [] : [`has ${count} rows, its floor ${floor.count}`]),
    ...(eachRow && floor.wrong ? wrong.filter((row) => !known.has(row)).map((row) => `now wrong: ${row}`) : []),
    ...Object.entries(floor.shares ?? {}).flatMap(([name, least]) => {
      const share = now[name] ?? 0
      return share >= least ? [] : [`${name} ${share.toFixed(3)} is below ${least}`]
    }),
  ]
}
