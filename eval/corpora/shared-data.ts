import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Public data sets lie beside the checkout on some machines only. What needs one of them is not measured elsewhere.

/** The path of a public data set. */
export const sharedData = (name: string) => join(import.meta.dirname, '../../../shared/data', name)

export const haveSharedData = (name: string) => existsSync(sharedData(name))

/** The rows of a JSONL file; a missing file throws. */
export const sharedRows = (name: string) =>
  readFileSync(sharedData(name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
