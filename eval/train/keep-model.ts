import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelToKeep, packed } from './packed-model.ts'

/** What a model was made of, as `eval/models.lock.json` has it: hashes of the weights, of what they were learnt from, and of the code that makes features. */
export interface Lock {
  command: string
  sha256: string
  /** Files and folders of this repository; what is fetched from `../shared/data` has hashes of its own there. */
  data: Record<string, string>
  features: Record<string, string>
}

const root = join(import.meta.dirname, '../..')
const lockFile = join(root, 'eval/models.lock.json')
export const readLocks = (): Record<string, Lock> => JSON.parse(readFileSync(lockFile, 'utf8'))

const filesIn = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .toSorted()
        .flatMap((name) => filesIn(join(path, name)))
    : [path]

/** Of a file, or of all files of a folder with their names. */
export function hashOf(path: string): string {
  const hash = createHash('sha256')
  for (const file of filesIn(join(root, path))) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

const hashesOf = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, hashOf(path)]))

interface Made {
  command: string
  data: readonly string[]
  features: readonly string[]
}

/** Writes a model (`src/….model`) and locks what it was made of. */
export function keepModel(path: string, model: ModelToKeep, made: Made): void {
  writeFileSync(join(root, path), packed(model))
  lockModel(path, made)
}

function lockModel(path: string, { command, data, features }: Made): void {
  const locks: Record<string, Lock> = {
    ...readLocks(),
    [path]: { command, sha256: hashOf(path), data: hashesOf(data), features: hashesOf(features) },
  }
  const sorted = Object.entries(locks).toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(lockFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
