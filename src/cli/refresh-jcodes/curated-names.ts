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
  /** As in `CodeRow` of the table. */
  doses: string[]
}

/** What is kept by hand beside the lists. */
export function readCurated(): Curated[] {
  return readCmsFile(join(import.meta.dirname, '../../domain/drugs/curated-names.tsv'), /^code$/).map(
    ({ code = '', ingredient = '', names = '', standing = '', doses = '' }) => {
      const all = names.split('|').filter((name) => name !== '')
      return {
        code,
        ingredient,
        standing,
        doses: doses.split('|').filter((dose) => dose !== ''),
        names: all.filter((name) => !name.startsWith('-')),
        notNames: all.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
      }
    },
  )
}
