import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A drug code of HCPCS Level II; a code for several drugs has a row for each. */
export interface CodeRow {
  code: string
  /** As CMS writes it, with salt and maker's suffix: "infliximab-dyyb". */
  ingredient: string
  brands: string[]
  route: string
  standing: string
  /** In milligrams, as they are written ("3.75"): those of products that have this code and not another of their drug. */
  doses: string[]
}

function rows(file: string): string[][] {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')
  const filled = lines.filter((line) => line !== '' && !line.startsWith('#'))
  return filled.slice(1).map((line) => line.split('\t'))
}

const listOf = (cell: string) => cell.split('|').filter((name) => name !== '')

/** The active drug codes (`hcpcs-drug-codes.tsv`; its head names the release). */
export const codeRows: readonly CodeRow[] = rows('hcpcs-drug-codes.tsv').map(
  ([code = '', ingredient = '', brands = '', , route = '', standing = '', doses = '']) => ({
    code,
    ingredient,
    brands: listOf(brands),
    route,
    standing,
    doses: listOf(doses),
  }),
)

/** What people and speech recognition make of a name, and the name as the tables have it (`heard-as.tsv`). */
export const heardAs: readonly { said: string; name: string }[] = rows('heard-as.tsv').map(([said = '', name = '']) => ({ said, name }))

/** Drugs by their generic name, with and without codes, and their brands. */
export const drugRows: readonly { ingredient: string; brands: string[] }[] = rows('drug-names.tsv').map(
  ([ingredient = '', brands = '']) => ({
    ingredient,
    brands: listOf(brands),
  }),
)

/** Medicines that are given against a reaction, by ingredient, and what they are (`reaction-treatments.tsv`). */
export const reactionTreatments: ReadonlyMap<string, string> = new Map(
  rows('reaction-treatments.tsv').map(([ingredient = '', kind = '']) => [ingredient, kind]),
)
