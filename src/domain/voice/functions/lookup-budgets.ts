import { createHmac } from 'node:crypto'
import type { Session } from '../../../platform/database/session.ts'
import { normalForm } from '../../../platform/normal-form.ts'
import { memberIdKeys } from '../../payers/spoken-member-id.ts'

/** What failed lookups are counted by (docs/contract.md, Failed lookups). */
export const budgetNames = ['conversation', 'identity', 'member_id', 'phone', 'key', 'number_on_file'] as const
type BudgetName = (typeof budgetNames)[number]

/** After this many failures every lookup of the conversation fails. */
export const failuresOfConversation = 5

/** The same for one who asks or is asked for, in 24 hours. The last is only asked once others are spent. */
const failures = { conversation: failuresOfConversation, identity: 10, member_id: 20, phone: 20, number_on_file: 5 }

/** A key that has failed too often in an hour goes on, slowly: beyond so many failures in a minute its lookups wait for the next. */
const failuresOfSlowedKey = 30

export interface LookupAttempt {
  conversationId: string
  dob: string
  memberId: string
  /** Of the call. */
  phoneNumber: string | null
  /** The `Actor.id` that asks. */
  key: string
  failuresPerKey: number
}

export interface Budget {
  by: BudgetName
  /** The hash that failures are stored under. */
  subject: string
  failed: number
  /** After so many every lookup fails; a key is slowed. */
  most: number
  isSpent: boolean
}

/** Attempts about one of these wait for each other once something failed. A call centre shares one key; a call locks its own row. */
const inTurn: readonly BudgetName[] = ['member_id', 'phone']

/**
 * What an attempt would be counted by, and which of it has failed too often already. As long as nothing has failed, attempts
 * do not wait: relatives and repetitions are verified at once. After the first failure, those about the same member ID or phone
 * take turns until their transactions end, so that each counts before the next is asked. A burst out of nothing can thus pass
 * its limit by the number of database connections at most.
 */
export async function lookupBudgets(session: Session, salt: string, attempt: LookupAttempt): Promise<Budget[]> {
  const counted = countedBy(attempt).map((one) => ({ ...one, subject: hashOf(salt, `${one.by} ${one.what}`) }))
  const budgets = await readBudgets(session, counted)
  if (!budgets.some(({ by, failed }) => failed > 0 && inTurn.includes(by))) return budgets
  const turns = counted.filter(({ by }) => inTurn.includes(by)).map(({ subject }) => subject)
  await session.prisma.$executeRaw`
    SELECT pg_advisory_xact_lock(lock) FROM (
      SELECT DISTINCT hashtextextended(subject, 0) AS lock FROM unnest(${turns}::text[]) AS subject ORDER BY lock) AS locks`
  return readBudgets(session, counted)
}

/** Two index scans: nothing here may make the planner expect much work, since an agent waits. */
async function readBudgets({ prisma }: Session, counted: readonly Omit<Budget, 'failed' | 'isSpent'>[]) {
  const [ofKey, others] = [counted.filter(({ by }) => by === 'key'), counted.filter(({ by }) => by !== 'key')].map((some) =>
    some.map(({ subject }) => subject),
  )
  const rows = await prisma.$queryRaw<{ subject: string; failed: number; lately: number }[]>`
    SELECT subject, count(*)::integer AS failed, 0 AS lately FROM failed_lookup
    WHERE subject = ANY (${others}::text[]) AND failed_at > clock_timestamp() - interval '24 hours' GROUP BY subject
    UNION ALL
    SELECT subject, count(*)::integer, (count(*) FILTER (WHERE failed_at > clock_timestamp() - interval '1 minute'))::integer FROM failed_lookup
    WHERE subject = ANY (${ofKey}::text[]) AND failed_at > clock_timestamp() - interval '1 hour' GROUP BY subject`
  const known = new Map(rows.map((row) => [row.subject, row]))
  return counted.map((one): Budget => {
    const { failed = 0, lately = 0 } = known.get(one.subject) ?? {}
    const isOver = failed >= one.most
    return { ...one, failed, isSpent: isOver && (one.by !== 'key' || lately >= Math.min(failuresOfSlowedKey, one.most)) }
  })
}

const hashOf = (salt: string, what: string): string => createHmac('sha256', salt).update(what).digest('base64url')

/** Without a member ID or a phone number there is nothing to count by it. */
function countedBy({ conversationId, dob, memberId, phoneNumber, key, failuresPerKey }: LookupAttempt) {
  const [member = null] = memberIdKeys(memberId)
  const subjects: Record<BudgetName, string | null> = {
    conversation: foldedId(conversationId),
    identity: member && `${dob} ${member}`,
    member_id: member,
    phone: phoneNumber,
    key,
    number_on_file: member && phoneNumber && `${member} ${phoneNumber}`,
  }
  return budgetNames.flatMap((by) => {
    const what = subjects[by]
    return what ? [{ by, what, most: by === 'key' ? failuresPerKey : failures[by] }] : []
  })
}

/**
 * A conversation ID for counting: two that a person cannot tell apart are one. The call itself keeps its ID as it was sent,
 * because platforms tell letters of different case apart.
 */
const foldedId = (id: string): string =>
  normalForm(id, 'NFKC')
    .replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()

/** Deletes failures that count no more. */
export async function pruneFailedLookups({ prisma }: Session): Promise<void> {
  await prisma.$executeRaw`DELETE FROM failed_lookup WHERE failed_at < now() - interval '24 hours'`
}
