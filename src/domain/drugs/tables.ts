import { itemsOf, rowsBelowHeading } from '../../platform/table-file.ts'

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

const rows = (file: string) => rowsBelowHeading(new URL(file, import.meta.url))

/** The active drug codes (`hcpcs-drug-codes.tsv`; its head names the release). */
export const codeRows: readonly CodeRow[] = rows('hcpcs-drug-codes.tsv').map(
  ([code = '', ingredient = '', brands = '', , route = '', standing = '', doses = '']) => ({
    code,
    ingredient,
    brands: itemsOf(brands),
    route,
    standing,
    doses: itemsOf(doses),
  }),
)

/** What people and speech recognition make of a name, and the name as the tables have it (`heard-as.tsv`). */
export const heardAs: readonly { said: string; name: string }[] = rows('heard-as.tsv').map(([said = '', name = '']) => ({ said, name }))

/** Drugs by their generic name, with and without codes, and their brands. */
export const drugRows: readonly { ingredient: string; brands: string[] }[] = rows('drug-names.tsv').map(
  ([ingredient = '', brands = '']) => ({
    ingredient,
    brands: itemsOf(brands),
  }),
)

/** Medicines that are given against a reaction, by ingredient, and what they are (`reaction-treatments.tsv`). */
export const reactionTreatments: ReadonlyMap<string, string> = new Map(
  rows('reaction-treatments.tsv').map(([ingredient = '', kind = '']) => [ingredient, kind]),
)
