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

/** Which way a list runs. */
const SortDirection = builder.enumType('SortDirection', {
  description: 'Which way a list runs',
  values: { ASC: { description: 'Smallest, earliest or alphabetically first' }, DESC: { description: 'Largest or latest first' } } as const,
})
type Direction = 'ASC' | 'DESC'

type Column<Name extends string> = Partial<Record<Name, 'asc' | 'desc'>>

/**
 * The `orderBy` of a list, and what it is for Prisma. Each order ends with the ID, so that it is total and a cursor has one place.
 * @param fields the columns of each order by its name; the first is the default, latest first. None may be null: a cursor cannot
 * stand among nulls.
 */
export function orderOf<Name extends string, Column_ extends string>(
  type: string,
  fields: Record<Name, { columns: readonly Column_[]; description: string }>,
) {
  const names = Object.keys(fields) as Name[]
  const field = builder.enumType(`${type}OrderField`, {
    description: `What a list of this type is ordered by`,
    values: Object.fromEntries(names.map((name) => [name, { description: fields[name].description }])) as Record<
      Name,
      { description: string }
    >,
  })
  const input = builder.inputType(`${type}Order`, {
    description: 'The order of a list; records that are equal in it follow their IDs',
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'What to order by' }),
      direction: t.field({ type: SortDirection, required: true, defaultValue: 'DESC', description: 'Which way' }),
    }),
  })
  const by = (given: { field: Name; direction: Direction } | null | undefined) => {
    const { columns } = fields[given?.field ?? (names[0] as Name)]
    const way = given?.direction === 'ASC' ? ('asc' as const) : ('desc' as const)
    return [...columns, 'id' as const].map((column) => ({ [column]: way })) as Column<Column_ | 'id'>[]
  }
  return { input, by }
}

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
