import { z } from 'zod'
import { validate } from '../platform/validate.ts'
import { builder } from './builder.ts'

// Lists that dashboards show are Relay connections (https://relay.dev/graphql/connections.htm): one type a record, wherever
// its lists stand, with a count that is made only where it is asked for.

/** A connection whose count is a number, or is computed when the field is asked for. */
interface Counted {
  totalCount?: number | (() => number | Promise<number>)
}

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'All records that the filter keeps, on whatever page; counted only where it is asked for',
    extensions: { pothosPrismaTotalCount: true },
    resolve: (connection) => {
      const { totalCount } = connection as Counted
      if (totalCount === undefined) throw new Error('A connection without a count was declared.')
      return typeof totalCount === 'function' ? totalCount() : totalCount
    },
  }),
)

/** A span of time, as filters take it: from `from` on, before `to`. */
export const DateTimeRange = builder.inputType('DateTimeRange', {
  description: 'A span of time: from `from` on, and before `to`',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'The first instant; open where absent' }),
    to: t.field({ type: 'DateTime', description: 'The first instant after it; open where absent' }),
  }),
})

/** How many records a connection gives where nobody asks for a number. */
export const defaultPageSize = 20

/** The same for a connection that begins with a size of its own. */
export const pageSize = (records: number) => ({ defaultSize: records, extensions: { pageSize: records } })

/**
 * Marks what cost.ts refuses within lists: a list that takes a statement for each record that it is asked of, and a text that may have
 * more than 10,000 characters, beside which lists have a `…Length` and mostly a `…Start` (docs/contract.md, Long texts).
 */
export const ofOneRecord = { ofOneRecord: true }

/** The argument of a short list that has no pages. @param most what it may be, at the root of a document */
export const limitArg = (defaultValue: number, most = 1000) => ({ required: true, defaultValue, description: `1 to ${most}` }) as const

const limitInput = (most: number) => z.object({ limit: z.int().min(1).max(most) })
const upTo1000 = limitInput(1000)

/** @throws Failure INVALID_INPUT */
export const checkedLimit = ({ limit }: { limit: number }, most = 1000): number =>
  validate(most === 1000 ? upTo1000 : limitInput(most), { limit }).limit
