import { itemsOf, tableRows } from '../../platform/table-file.ts'

const file = new URL('../../../prisma/seed/payers/payers.tsv', import.meta.url)

export interface ListedPayer {
  /** Our payer_id, for example `aetna`. */
  id: string
  name: string
  aliases: string[]
  /** The usual clearinghouse id of its main commercial plans; null if there are several or none is certain. */
  tradingPartnerId: string | null
  /** Ids of payers whose names also appear on its cards: Anthem's say "Blue Cross Blue Shield". */
  related: string[]
}

/** The payers of prisma/seed/payers/payers.tsv, in the order of the file. */
export const payerList: readonly ListedPayer[] = tableRows(file).map(([id = '', name = '', aliases, tradingPartnerId, related]) => ({
  id,
  name,
  aliases: itemsOf(aliases),
  tradingPartnerId: tradingPartnerId || null,
  related: itemsOf(related),
}))
