import { readFileSync } from 'node:fs'

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
export const payerList: readonly ListedPayer[] = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [id = '', name = '', aliases = '', tradingPartnerId = '', related = ''] = line.split('\t')
    return { id, name, aliases: listed(aliases), tradingPartnerId: tradingPartnerId || null, related: listed(related) }
  })

function listed(words: string): string[] {
  return words === '' ? [] : words.split('|')
}
