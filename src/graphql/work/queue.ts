import { queryFromInfo } from '@pothos/plugin-prisma'
import { workChanged } from '../../domain/work/events.ts'
import { mayDecide } from '../../domain/work/who-decides.ts'
import {
  beyond,
  countByKind,
  placeOf,
  type QueueOrder,
  type QueuePlace,
  queueOrders,
  type WorkFilter,
  whereFilter,
} from '../../domain/work/work-queue.ts'
import type { Prisma } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { validate } from '../../platform/validate.ts'
import { builder } from '../builder.ts'
import { changes, only } from '../changes.ts'
import type { Context } from '../context.ts'
import { orderOf } from '../lists.ts'
import { toReadWork } from '../permissions.ts'
import { readOnce } from '../shared-reads.ts'
import { workFilterInput, workQueueInput } from './input.ts'
import { WorkItem, WorkKind } from './item.ts'
import { visibleKinds } from './kinds.ts'
import { Priority } from './priority.ts'

const WorkQueueFilter = builder.inputType('WorkQueueFilter', {
  description: 'Which work items to show; all conditions must hold',
  fields: (t) => ({
    kinds: t.field({ type: [WorkKind], description: 'Only these kinds' }),
    assigneeId: t.int({ description: 'Only what this person has' }),
    mine: t.boolean({ description: 'True for only what you have; needs the access token of a person' }),
    forMe: t.boolean({
      description: 'True for only what you have, and what nobody has yet of the kinds that you decide; a key has nothing itself',
    }),
    unassigned: t.boolean({ description: 'True for only what nobody has, false for only what somebody has' }),
    overdue: t.boolean({ description: 'True for only what is open past its due date, false for only what is not' }),
    priority: t.field({ type: Priority, description: 'Only this priority' }),
    patientId: t.int({ description: 'Only work about this patient' }),
    openedAfter: t.field({ type: 'DateTime', description: 'Only what was opened at this time or later' }),
    openedBefore: t.field({ type: 'DateTime', description: 'Only what was opened before this time: work of a certain age' }),
    open: t.boolean({ defaultValue: true, description: 'True for what waits for staff, false for what is closed, null for both' }),
  }),
})

const WorkCount = builder.objectRef<Awaited<ReturnType<typeof countByKind>>[number]>('WorkCount').implement({
  description: 'How many work items of a kind there are',
  fields: (t) => ({
    kind: t.expose('kind', { type: WorkKind, description: 'The kind' }),
    count: t.exposeInt('count', { description: 'How many items of it the filter selects' }),
  }),
})

type QueueFilter = WorkFilter & { mine?: boolean | null; forMe?: boolean | null }

/** What a filter selects, `mine` and `forMe` resolved to the person who asks. @throws Failure INVALID_INPUT */
function selected(given: QueueFilter | null | undefined, { caller }: Context) {
  const { kinds, mine, forMe, ...rest } = { open: true, ...given, ...validate(workFilterInput, given ?? {}) }
  const visible = visibleKinds(caller)
  const shown = kinds ? visible.filter((kind) => kinds.includes(kind)) : visible
  const { staffMemberId } = caller
  if (mine && staffMemberId === null)
    throw new Failure('INVALID_INPUT', 'A key has no work of its own: `mine` needs the access token of a person.')
  const own = staffMemberId === null ? [] : [{ assigneeId: staffMemberId }]
  const nobodys = { assigneeId: null, kind: { in: visible.filter((kind) => mayDecide(caller, kind)) } }
  const where: Prisma.WorkItemWhereInput = { AND: [whereFilter(rest), ...(mine ? own : []), ...(forMe ? [{ OR: [...own, nobodys] }] : [])] }
  return { where, shown, visible }
}

const Order = orderOf(
  'WorkItem',
  {
    URGENCY: { columns: [queueOrders.URGENCY], description: 'By priority, then by due date, then by age: the most urgent is smallest' },
    DUE: { columns: [queueOrders.DUE], description: 'When it has to be done; what has no due date comes after all of them' },
    OPENED: { columns: [queueOrders.OPENED], description: 'When it was opened' },
  } satisfies Record<QueueOrder, object>,
  'ASC',
)

/** A time after which there is none (ECMA-262, Time Values), in milliseconds. */
const lastTime = 8_640_000_000_000_000n

const cursorOf = ({ order, value, id }: QueuePlace) => Buffer.from(`${order}:${value}:${id}`).toString('base64url')

function placeAt(cursor: string, order: QueueOrder): QueuePlace {
  const [, of, value, id] = /^(\w{1,10}):(\d{1,19}):(\d{1,9})$/.exec(Buffer.from(cursor.slice(0, 100), 'base64url').toString('utf8')) ?? []
  if (of !== order || value === undefined || BigInt(value) >= (order === 'OPENED' ? lastTime : 2n ** 63n))
    throw new Failure('INVALID_INPUT', 'The cursor is none of this list in this order.')
  return { order, value: BigInt(value), id: Number(id) }
}

builder.queryFields((t) => ({
  workQueue: t.connection(
    {
      type: WorkItem,
      authScopes: toReadWork,
      description:
        'What waits for staff, most urgent first unless ordered otherwise. `safety:review` sees adverse events, `benefits` prior authorization cases, discrepancies and readings of policies, `patients:read` all.',
      args: {
        filter: t.arg({ type: WorkQueueFilter, description: 'Which items; without it all that are open' }),
        orderBy: t.arg({ type: Order.input, description: 'In which order' }),
      },
      resolve: async (_root, { filter: given, orderBy, ...page }, context, info) => {
        const { prisma } = context.work.session
        const { first, last, after, before } = validate(workQueueInput, page)
        const { where, shown, visible } = selected(given, context)
        const backwards = first == null && last != null
        const size = first ?? last ?? 20
        const order = (orderBy?.field ?? 'URGENCY') as QueueOrder
        // Towards which side of a place a page lies that is asked for after it.
        const [ahead, behind] = (orderBy?.direction ?? 'ASC') === 'ASC' ? (['gt', 'lt'] as const) : (['lt', 'gt'] as const)
        const direction = (ahead === 'gt') === backwards ? ('desc' as const) : ('asc' as const)
        const found = await prisma.workItem.findMany({
          ...queryFromInfo({ context, info, path: ['edges', 'node'] }),
          where: {
            AND: [
              where,
              { kind: { in: shown } },
              ...(after == null ? [] : [beyond(placeAt(after, order), ahead)]),
              ...(before == null ? [] : [beyond(placeAt(before, order), behind)]),
            ],
          },
          orderBy: [{ [queueOrders[order]]: direction }, { id: direction }],
          take: size + 1,
        })
        const items = found.slice(0, size)
        const more = found.length > size
        if (backwards) items.reverse()
        const edges = items.map((node) => ({ cursor: cursorOf(placeOf(node, order)), node }))
        // Tabs show how many there are of each kind, whichever is open.
        let counts: ReturnType<typeof countByKind> | undefined
        const countAll = () => (counts ??= countByKind(context.work.session, where, visible))
        return {
          edges,
          pageInfo: {
            hasNextPage: backwards ? before != null : more,
            hasPreviousPage: backwards ? more : after != null,
            startCursor: edges[0]?.cursor ?? null,
            endCursor: edges.at(-1)?.cursor ?? null,
          },
          countAll,
          totalCount: async () => (await countAll()).reduce((sum, { kind, count }) => (shown.includes(kind) ? sum + count : sum), 0),
        }
      },
    },
    {
      name: 'WorkQueueConnection',
      description: 'A page of the work queue',
      fields: (f) => ({
        countsByKind: f.field({
          type: [WorkCount],
          description: 'How many items of each kind you may see the filter selects, its `kinds` left aside',
          resolve: ({ countAll }) => countAll(),
        }),
      }),
    },
    { name: 'WorkQueueEdge', description: 'A work item and its cursor' },
  ),
  workItem: t.prismaField({
    type: WorkItem,
    nullable: true,
    authScopes: toReadWork,
    description: 'A work item by number; null if there is none that you may see',
    args: { id: t.arg.int({ required: true, description: 'Number of the work item' }) },
    resolve: (query, _root, { id }, { work, caller }) =>
      work.session.prisma.workItem.findFirst({ ...query, where: { id, kind: { in: visibleKinds(caller) } } }),
  }),
}))

const WorkChangedFilter = builder.inputType('WorkChangedFilter', {
  description: 'Which changes to hear of, by the item as it is after the change; all conditions must hold',
  fields: (t) => ({
    kinds: t.field({ type: [WorkKind], description: 'Only these kinds' }),
    assigneeId: t.int({ description: 'Only what this person has' }),
    mine: t.boolean({ description: 'True for only what you have; needs the access token of a person' }),
    forMe: t.boolean({ description: 'True for only what you have, and what nobody has yet of the kinds that you decide' }),
    patientId: t.int({ description: 'Only work about this patient' }),
    workItemId: t.int({ description: 'Only this item' }),
  }),
})

builder.subscriptionFields((t) => ({
  workChanged: t.prismaField({
    type: WorkItem,
    nullable: true,
    authScopes: toReadWork,
    description: 'A work item each time it is opened, decided, assigned or changed in any other way',
    args: { filter: t.arg({ type: WorkChangedFilter, description: 'Which changes; without it all that you may see' }) },
    subscribe: async (_root, { filter }, context) => {
      const { workItemId, ...given } = filter ?? {}
      const { where, shown } = selected({ open: null, ...given }, context)
      const { prisma } = context.work.session
      return only(await changes(context, [workChanged], { field: 'workItemId', is: workItemId }), (event) => {
        const wanted = { AND: [where, { id: event.workItemId, kind: { in: shown } }] }
        return readOnce(event, ['wanted', wanted], async () => (await prisma.workItem.count({ where: wanted })) > 0)
      })
    },
    resolve: (query, event, _args, { work }) =>
      readOnce(event, ['workItem', query], () => work.session.prisma.workItem.findUnique({ ...query, where: { id: event.workItemId } })),
  }),
}))
