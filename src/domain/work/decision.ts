import type { WorkItem } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import type { Actor } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { asActor } from './acting.ts'
import { announceWork } from './announce-work.ts'

/** What every decision of staff may say besides the decision itself. */
export interface DecisionInput {
  /** The version of the work item that the person has seen. A change since then is a conflict. */
  expectedVersion?: number | null | undefined
  /** For the history of the work item. */
  note?: string | null | undefined
}

/**
 * Begins a decision: locks the work item until the transaction ends, so that of two people who decide at once the second sees what the
 * first did, and puts the person and the note into its history.
 * @param inner a transaction that has locked the record first, as the triggers do: record, then work item
 * @throws Failure CONFLICT where the item has changed since `expectedVersion`; `current` says how it stands now
 */
export async function beginDecision(
  inner: Session,
  actor: Pick<Actor, 'id'>,
  workItemId: number | null,
  { expectedVersion, note }: DecisionInput,
): Promise<void> {
  if (workItemId !== null && expectedVersion != null) {
    await inner.prisma.$queryRaw`SELECT 1 FROM work_item WHERE id = ${workItemId} FOR NO KEY UPDATE`
    const item = await inner.prisma.workItem.findUniqueOrThrow({ where: { id: workItemId } })
    if (item.version !== expectedVersion) throw await changedSince(inner, item)
  }
  await asActor(inner, actor.id, note)
}

/** The work item, locked: begins a decision of what is recorded on the item itself. @throws Failure NOT_FOUND; CONFLICT (`beginDecision`) */
export async function beginOnItem(
  inner: Session,
  actor: Pick<Actor, 'id'>,
  workItemId: number,
  deciding: DecisionInput,
): Promise<WorkItem> {
  await inner.prisma.$queryRaw`SELECT 1 FROM work_item WHERE id = ${workItemId} FOR NO KEY UPDATE`
  const item = await inner.prisma.workItem.findUnique({ where: { id: workItemId } })
  if (!item) throw new Failure('NOT_FOUND', `There is no work item ${workItemId}.`)
  await beginDecision(inner, actor, workItemId, deciding)
  return item
}

/** Ends a decision: a note that changed nothing stands in the history all the same, and subscribers are told after the commit. */
export async function endDecision(work: Pick<UnitOfWork, 'session' | 'events'>, workItemId: number | null): Promise<void> {
  if (workItemId !== null) await work.session.prisma.$queryRaw`SELECT leave_work_note(${workItemId}::integer)::text`
  await announceWork(work)
}

/** The names that the schema gives the records of each kind. */
const typenames: Record<WorkItem['kind'], string> = {
  adverse_event: 'AdverseEvent',
  follow_up_action: 'FollowUpAction',
  callback: 'CallbackRequest',
  pa_case: 'PaCase',
  discrepancy: 'BenefitDiscrepancy',
  rejected_invocation: 'FunctionInvocation',
  safety_report: 'SafetyReport',
  policy_reading: 'PolicyDocument',
}

/** The conflict, with what a client needs to decide anew (docs/contract.md, Work items): nothing clinical is in it. */
async function changedSince({ prisma }: Session, item: WorkItem): Promise<Failure> {
  const { kind, recordId, id, version, state, assigneeId, dueAt } = item
  const last = await prisma.workEvent.findFirst({ where: { workItemId: id }, orderBy: { id: 'desc' }, select: { actor: true, at: true } })
  return new Failure('CONFLICT', 'Somebody has changed this since you read it; see current.', undefined, undefined, {
    __typename: typenames[kind],
    id: recordId,
    workItemId: id,
    version,
    state,
    assigneeId,
    dueAt: dueAt?.toISOString() ?? null,
    changedBy: last?.actor ?? null,
    changedAt: last?.at.toISOString() ?? null,
  })
}
