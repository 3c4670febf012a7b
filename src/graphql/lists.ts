import type { PrismaModelTypes, PrismaObjectRef } from '@pothos/plugin-prisma'
import { builder } from './builder.ts'
import type { Context } from './context.ts'

// The lists at the root, and one record of each. They differ in what they say here, and in nothing else.

type Types = typeof builder.$inferSchemaTypes
type Awaitable<Value> = Value | Promise<Value>

/** Which way a list runs. */
const SortDirection = builder.enumType('SortDirection', {
  description: 'Which way a list runs',
  values: { ASC: { description: 'Smallest, earliest or alphabetically first' }, DESC: { description: 'Largest or latest first' } } as const,
})
type Direction = 'ASC' | 'DESC'

/** The type of a record's pages. Each list of these records has it, wherever it stands. */
export const pagesOf = <Model extends PrismaModelTypes, Row>(type: PrismaObjectRef<Types, Model, Row>, page: string, edge: string) =>
  builder.connectionObject({ type, name: `${type.name}Connection`, description: page }, { name: `${type.name}Edge`, description: edge })

/** Columns in whose order a list may be asked for. None may be null: a cursor cannot stand among nulls. */
type Orders<Model extends PrismaModelTypes> = Record<string, { columns: readonly (string & keyof Model['OrderBy'])[]; description: string }>

interface List<Model extends PrismaModelTypes, Row, Filter> {
  authScopes: object
  description: string
  pages: ReturnType<typeof pagesOf<Model, Row>>
  /** The unique column that cursors hold; `id` by default. */
  cursor?: string & keyof Model['WhereUnique']
  filter?: PothosSchemaTypes.InputObjectRef<Types, Filter>
  /** What the list has, by its filter. */
  where?: (filter: Filter, context: Context) => Awaitable<Model['Where']>
  /** Counts what the filter keeps, where there is a faster way than counting rows. */
  count?: (filter: Filter, context: Context) => Promise<number>
  /** Orders that may be asked for; the first is the default. */
  orders?: Orders<Model>
  /** Which way the default order runs; the latest first, where absent. */
  direction?: Direction
  /** The one order of a list without `orders`. It is total, so that a cursor has one place. */
  orderBy?: Model['OrderBy'] | Model['OrderBy'][]
  /** A field that gives one record by its number; `id` says what that is, where it is not just `Our number of it`. */
  one?: { field: string; description: string; id?: string }
}

/** What a list asks of Prisma, whatever the model. */
interface Delegate {
  count(args: object): Promise<number>
  findMany(args: object): Promise<object[]>
  findUnique(args: object): Promise<object | null>
}

/** Declares a list at the root as pages of records, and the field of one record. */
export function list<Model extends PrismaModelTypes, Row, Filter = object>(
  name: string,
  type: PrismaObjectRef<Types, Model, Row>,
  declared: List<Model, Row, Filter>,
): void {
  const { authScopes, description, pages, cursor = 'id', filter, where, count, orders, direction = 'DESC', orderBy, one } = declared
  const delegateName = type.modelName.charAt(0).toLowerCase() + type.modelName.slice(1)
  const delegateOf = ({ work }: Context) => (work.session.prisma as unknown as Record<string, Delegate>)[delegateName] as Delegate
  const order = orders && orderOf(type.name, orders, direction)
  const filterOf = (args: { filter?: Filter | null }) => args.filter ?? ({} as Filter)

  builder.queryField(name, (t) =>
    t.prismaConnection(
      // Pothos types a field by its model, which is open here: `List` holds the types of what is declared.
      {
        type,
        cursor,
        authScopes,
        description,
        args: {
          ...(filter && { filter: t.arg({ type: filter, description: 'Which' }) }),
          ...(order && { orderBy: t.arg({ type: order.input, description: 'In which order' }) }),
        },
        totalCount: async (_root: unknown, args: { filter?: Filter | null }, context: Context) =>
          count ? count(filterOf(args), context) : delegateOf(context).count({ where: await where?.(filterOf(args), context) }),
        resolve: async (
          query: object,
          _root: unknown,
          args: { filter?: Filter | null; orderBy?: RequestedOrder | null },
          context: Context,
        ) =>
          pageFrom(delegateOf(context), query, {
            where: await where?.(filterOf(args), context),
            orderBy: order ? order.by(args.orderBy) : orderBy,
          }),
      } as never,
      pages as never,
    ),
  )

  if (!one) return
  builder.queryField(one.field, (t) =>
    t.prismaField({
      type: type as never,
      nullable: true,
      authScopes,
      description: one.description,
      args: { id: t.arg.int({ required: true, description: one.id ?? 'Our number of it' }) },
      resolve: (query: object, _root: unknown, { id }: { id: number }, context: Context) =>
        delegateOf(context).findUnique({ ...query, where: { id } }) as never,
    }),
  )
}

interface AskedPage {
  cursor?: Record<string, unknown>
  skip?: number
  take?: number
}

/**
 * The records of a page. Prisma begins at the place of a cursor's record and skips one: where the filter no longer keeps that record, as of a
 * case that was decided meanwhile, that one would be the next, and on no page.
 */
async function pageFrom(delegate: Delegate, asked: AskedPage, which: object): Promise<object[]> {
  const { cursor, skip = 1, take = 0, ...query } = asked
  if (!cursor) return delegate.findMany({ ...asked, ...which })
  const rows = await delegate.findMany({ ...query, cursor, skip: skip - 1, take: take + Math.sign(take), ...which })
  const [[column = '', value] = []] = Object.entries(cursor)
  const isBackward = take < 0
  const isOfCursor = (row: object | undefined) => (row as Record<string, unknown> | undefined)?.[column] === value
  if (isOfCursor(rows.at(isBackward ? -1 : 0))) return isBackward ? rows.slice(0, -1) : rows.slice(1)
  return isBackward ? rows.slice(take) : rows.slice(0, take)
}

interface RequestedOrder {
  field: string
  direction: Direction
}

/** The `orderBy` of a list, and what it is for Prisma. Each order ends with the ID, so that it is total and a cursor has one place. */
export function orderOf(type: string, orders: Record<string, { columns: readonly string[]; description: string }>, unasked: Direction) {
  const field = builder.enumType(`${type}OrderField`, {
    description: 'What a list of this type is ordered by',
    values: Object.fromEntries(Object.entries(orders).map(([name, { description }]) => [name, { description }])),
  })
  const input = builder.inputType(`${type}Order`, {
    description: 'The order of a list; records that are equal in it follow their IDs',
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'What to order by' }),
      direction: t.field({ type: SortDirection, required: true, defaultValue: 'DESC', description: 'Which way' }),
    }),
  })
  const [first = ''] = Object.keys(orders)
  const by = (asked: RequestedOrder | null | undefined) => {
    const { field, direction } = asked ?? { field: first, direction: unasked }
    const way = direction === 'ASC' ? 'asc' : 'desc'
    return [...(orders[field]?.columns ?? []), 'id'].map((column) => ({ [column]: way }))
  }
  return { input, by }
}
