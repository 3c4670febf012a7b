import type { Prisma, WorkItem } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'

export type WorkKind = WorkItem['kind']

export const workKinds = [
  'adverse_event',
  'follow_up_action',
  'callback',
  'pa_case',
  'discrepancy',
  'rejected_invocation',
  'safety_report',
  'policy_reading',
] as const satisfies readonly WorkKind[]

/** The most urgent first. */
export const priorities = ['urgent', 'high', 'medium', 'low'] as const satisfies readonly WorkItem['priority'][]

export interface WorkFilter {
  kinds?: readonly WorkKind[] | null | undefined
  assigneeId?: number | null | undefined
  unassigned?: boolean | null | undefined
  overdue?: boolean | null | undefined
  priority?: WorkItem['priority'] | null | undefined
  patientId?: number | null | undefined
  openedBefore?: Date | null | undefined
  openedAfter?: Date | null | undefined
  /** True for what waits, false for what is done; null for both. */
  open?: boolean | null | undefined
}

/** The items that a filter selects, its `kinds` left aside. Each condition is one that a partial index of open items serves. */
export function whereFilter({
  assigneeId,
  unassigned,
  overdue,
  priority,
  patientId,
  openedBefore,
  openedAfter,
  open,
}: WorkFilter): Prisma.WorkItemWhereInput {
  const isPast = { closedAt: null, dueAt: { lt: new Date() } }
  return {
    AND: [
      ...(open == null ? [] : [{ closedAt: open ? null : { not: null } }]),
      ...(assigneeId == null ? [] : [{ assigneeId }]),
      ...(unassigned == null ? [] : [{ assigneeId: unassigned ? null : { not: null } }]),
      ...(overdue == null
        ? []
        : [overdue ? isPast : { OR: [{ closedAt: { not: null } }, { dueAt: null }, { dueAt: { gte: new Date() } }] }]),
      ...(priority == null ? [] : [{ priority }]),
      ...(patientId == null ? [] : [{ patientId }]),
      ...(openedBefore == null ? [] : [{ openedAt: { lt: openedBefore } }]),
      ...(openedAfter == null ? [] : [{ openedAt: { gte: openedAfter } }]),
    ],
  }
}

/** The columns that the queue can be in the order of, which no item lacks. Items that are equal in one follow their IDs. */
export const queueOrders = { URGENCY: 'queueOrder', DUE: 'dueOrder', OPENED: 'openedAt' } as const satisfies Record<string, keyof WorkItem>
export type QueueOrder = keyof typeof queueOrders

/** Where a page begins or ends: the place of an item in an order of the queue when it was shown. Times are milliseconds. */
export interface QueuePlace {
  order: QueueOrder
  value: bigint
  id: number
}

export const placeOf = (item: WorkItem, order: QueueOrder): QueuePlace => ({
  order,
  value: order === 'OPENED' ? BigInt(item.openedAt.getTime()) : (item[queueOrders[order]] as bigint),
  id: item.id,
})

/** The items after a place, or before it. The first condition alone lets the index skip to the place. */
export function beyond({ order, value, id }: QueuePlace, side: 'gt' | 'lt'): Prisma.WorkItemWhereInput {
  const column = queueOrders[order]
  const at = column === 'openedAt' ? new Date(Number(value)) : value
  return {
    AND: [
      { [column]: side === 'gt' ? { gte: at } : { lte: at } },
      { OR: [{ [column]: { [side]: at } }, { [column]: at, id: { [side]: id } }] },
    ],
  }
}

/** How many items of each of these kinds there are, in one statement. */
export async function countByKind({ prisma }: Session, where: Prisma.WorkItemWhereInput, kinds: readonly WorkKind[]) {
  const counted = await prisma.workItem.groupBy({ by: ['kind'], where: { AND: [where, { kind: { in: [...kinds] } }] }, _count: true })
  return kinds.map((kind) => ({ kind, count: counted.find((one) => one.kind === kind)?._count ?? 0 }))
}
