import { createHash } from 'node:crypto'
import { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { storableText } from '../../../platform/storable-json.ts'
import { type AuditEntry, auditInsert, recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { announceWork } from '../../work/announce-work.ts'
import { type CallState, lockCall, openCall, patientOf } from '../call.ts'
import { callActivity } from '../events.ts'
import { invocationResult } from '../sealed-columns.ts'
import { refusedParametersOf, sealedParametersOf } from './kept-parameters.ts'

/** The functions an agent may invoke during a call (docs/contract.md, Voice functions). */
const functionNames = [
  'patient_lookup',
  'verify_benefits',
  'check_pa_requirements',
  'flag_adverse_event',
  'request_callback',
  'send_follow_up_email',
] as const
export type FunctionName = (typeof functionNames)[number]

/** What a function returns: the result for the agent, and how its invocation is recorded. */
export interface Outcome<Result> {
  result: Result
  outcome?: 'succeeded' | 'identity_required' | 'incomplete'
  /** The patient it was about, where the call does not tell. */
  patientId?: number | null
  /** What the audit event records. */
  audit?: AuditEntry
}

export interface Invocation {
  conversationId: string
  functionName: FunctionName
  parameters: object
}

/** What a running function may use, and the call it runs in. */
type Run<Result> = (work: UnitOfWork, call: CallState, fingerprint: string) => Promise<Outcome<Result>>

/** What a repetition gets, from the first result: less of it, where the caller may not hear all of it any more. */
export type Repetition<Result> = (work: UnitOfWork, call: CallState, first: Result) => Promise<Outcome<Result>>

/** A repetition gets the first result, whoever asks. */
export const asFirst = async <Result>(_work: UnitOfWork, _call: CallState, first: Result): Promise<Outcome<Result>> => ({ result: first })

/**
 * Runs a function that writes: one at a time in a conversation, in one transaction with the record of its invocation. With
 * `once`, the same function with the same parameters writes nothing and gets the first result again (docs/contract.md, Retries of a function call).
 */
export async function invokeChanging<Result extends object>(
  work: UnitOfWork,
  invocation: Invocation,
  { once }: { once?: Repetition<Result> },
  run: Run<Result>,
): Promise<Result> {
  const start = performance.now()
  const hash = hashOf(invocation)
  const fingerprint = work.session.fields.fingerprint(hash)
  try {
    return await work.session.transaction(async (session) => {
      const inner = { ...work, session }
      const call = await lockCall(session, invocation.conversationId)
      const first = once ? await firstResult<Result>(session, call.id, invocation.functionName, hash) : undefined
      const audit = { action: 'function_invocation.read' as const, patientIds: patientOf(call), recordIds: [] }
      const again = once && first && (await once(inner, call, first))
      // A refusal shows nobody's record.
      const repeated = again && { outcome: 'repeated' as const, ...(again.outcome ? {} : { audit }), ...again }
      const done = repeated || (await run(inner, call, fingerprint))
      await record(inner, call, { ...invocation, fingerprint, start, ...done })
      return done.result
    })
  } catch (error) {
    await recordFailure(work, { ...invocation, fingerprint, start, error })
    throw error
  }
}

/** Runs a function that reads, outside a transaction, since it may wait. An agent polls by asking again. */
export async function invokeReading<Result extends object>(work: UnitOfWork, invocation: Invocation, run: Run<Result>): Promise<Result> {
  const start = performance.now()
  const fingerprint = work.session.fields.fingerprint(hashOf(invocation))
  try {
    const call = await openCall(work.session, invocation.conversationId)
    const done = await run(work, call, fingerprint)
    await record(work, call, { ...invocation, fingerprint, start, ...done })
    return done.result
  } catch (error) {
    await recordFailure(work, { ...invocation, fingerprint, start, error })
    throw error
  }
}

/** A hash of a function and its parameters, in whatever order they were sent. */
function hashOf({ functionName, parameters }: Invocation): string {
  const sorted = Object.entries(parameters)
    .filter(([, value]) => value != null)
    .sort(([one], [two]) => (one < two ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([functionName, sorted]))
    .digest('base64url')
}

async function firstResult<Result>(
  { prisma, fields }: Session,
  voiceCallId: number,
  functionName: string,
  hash: string,
): Promise<Result | undefined> {
  const first = await prisma.functionInvocation.findFirst({
    where: { voiceCallId, functionName, fingerprint: { in: fields.fingerprints(hash) }, outcome: 'succeeded' },
    orderBy: { id: 'asc' },
    select: { sealedResult: true },
  })
  return first ? ((fields.openJson(invocationResult, voiceCallId, first.sealedResult) as Result | null) ?? undefined) : undefined
}

interface FinishedInvocation extends Invocation {
  fingerprint: string
  start: number
  result: object
  outcome?: 'succeeded' | 'identity_required' | 'incomplete' | 'repeated'
  patientId?: number | null
  audit?: AuditEntry
}

/** One statement writes this and the audit event, because an agent waits for it. */
async function record({ session, actor, events }: UnitOfWork, call: CallState, done: FinishedInvocation): Promise<void> {
  const { functionName, parameters, fingerprint, result, outcome = 'succeeded', patientId = call.patientId, audit } = done
  const created = {
    action: 'function_invocation.create' as const,
    patientIds: patientOf({ patientId }),
    recordIds: [],
    fields: [functionName],
  }
  const { fields } = session
  const sent = sealedParametersOf(fields, call.id, parameters)
  const sealedResult = JSON.stringify(fields.sealJson(invocationResult, call.id, result))
  const activity = Prisma.sql`SELECT jsonb_build_object('voiceCallId', ${call.id}::int, 'functionInvocationId', id) FROM invoked`
  await session.prisma.$queryRaw`
    WITH invoked AS (
      INSERT INTO function_invocation (voice_call_id, patient_id, function_name, parameters, parameters_beginning, parameters_length,
        fingerprint, outcome, result, duration_ms)
      VALUES (${call.id}, ${patientId}, ${functionName}, ${JSON.stringify(sent.sealedParameters)}::jsonb, ${sent.sealedBeginning},
        ${sent.parametersLength}, ${fingerprint}, ${outcome}::invocation_outcome, ${sealedResult}::jsonb, ${performance.now() - done.start})
      RETURNING id
    ), audited AS (${auditInsert(actor, audit ? [created, audit] : [created], Prisma.sql`SELECT id FROM invoked`)}),
    told AS (${events.insertOf(callActivity, activity)})
    SELECT id FROM invoked`
  if (call.erasedAt !== null) await makeDueAgain(session, call.id)
  events.stored(session, callActivity)
}

/** What comes to an erased call is erased as well, when it is as old. */
const makeDueAgain = ({ prisma }: Session, id: number) => prisma.$executeRaw`UPDATE voice_call SET updated_at = now() WHERE id = ${id}`

/** Keeps a failed invocation for review. If the database is down nothing is kept, and the first error is rethrown. */
async function recordFailure(
  work: UnitOfWork,
  { error, ...invocation }: Invocation & { fingerprint: string; start: number; error: unknown },
) {
  const told = error instanceof Failure ? error : undefined
  await keepFailed(work, {
    ...invocation,
    outcome: told?.code === 'INVALID_INPUT' ? 'rejected' : 'failed',
    // Only messages that are safe to show: others may hold text from a driver.
    error: told?.message ?? (error instanceof Error ? error.name : 'Error'),
  }).catch(() => {})
}

interface FailedInvocation {
  conversationId: string | null
  functionName: string
  /** As they were sent, valid or not. */
  parameters: unknown
  fingerprint?: string
  outcome: 'rejected' | 'failed'
  error: string
  start?: number
}

/** Keeps an invocation that could not run, with what was sent, for staff (`functionInvocations`). */
export async function keepFailed({ session, actor, events }: UnitOfWork, failed: FailedInvocation): Promise<void> {
  await session.transaction(async (inner) => {
    const call = failed.conversationId === null ? undefined : await openCall(inner, failed.conversationId)
    const { id } = await inner.prisma.functionInvocation.create({
      data: {
        voiceCallId: call?.id ?? null,
        patientId: call?.patientId ?? null,
        functionName: storableText(failed.functionName),
        ...refusedParametersOf(inner.fields, call?.id ?? null, failed.parameters),
        fingerprint: failed.fingerprint ?? '',
        outcome: failed.outcome,
        error: storableText(failed.error),
        durationMs: failed.start === undefined ? 0 : performance.now() - failed.start,
      },
      select: { id: true },
    })
    if (call && call.erasedAt !== null) await makeDueAgain(inner, call.id)
    const patientIds = call ? patientOf(call) : []
    await recordEvent(inner, actor, { action: 'function_invocation.create', patientIds, recordIds: [id], outcome: failed.outcome })
    await announceWork({ session: inner, events })
    if (call) events.publish(inner, callActivity, { voiceCallId: call.id, functionInvocationId: id })
  })
}
