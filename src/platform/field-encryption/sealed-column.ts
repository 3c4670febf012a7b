/** A column whose values are sealed where `FIELD_ENCRYPTION_KEY` is set. */
export interface SealedColumn {
  table: string
  column: string
  /** SQL for the record that a value belongs to. A sealed value opens for this record only. */
  owner: string
  /** Holds JSON: a sealed value is a JSON string. */
  json: boolean
  /** A column with a hash of the same words, which is keyed where they are sealed. */
  fingerprint?: string
}

/** Declares a sealed column of an area. It must also stand in the list of `src/areas.ts`, or a change of keys misses it. */
export const defineSealedColumn = (column: SealedColumn): SealedColumn => column

export const nameOf = ({ table, column }: SealedColumn): string => `${table}.${column}`
