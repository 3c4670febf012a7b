import { join } from 'node:path'
import { readCmsFile } from './read-cms-file.ts'

/** A line of `curated-names.tsv`; its head says what the columns mean. */
export interface Curated {
  code: string
  ingredient: string
  names: string[]
  /** Names of the lists that are not to be used. */
  notNames: string[]
  standing: string
}

/** What is kept by hand beside the lists. */
export function readCurated(): Curated[] {
  return readCmsFile(join(import.meta.dirname, 'curated-names.tsv'), /^code$/).map(
    ({ code = '', ingredient = '', names = '', standing = '' }) => {
      const all = names.split('|').filter((name) => name !== '')
      return {
        code,
        ingredient,
        standing,
        names: all.filter((name) => !name.startsWith('-')),
        notNames: all.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
      }
    },
  )
}
