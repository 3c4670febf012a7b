import { layersOf } from '../error-layers.ts'
import type { FieldEncryption } from '../field-encryption/field-encryption.ts'
import type { Prisma, PrismaClient } from './generated/prisma/client.ts'

type Tx = Prisma.TransactionClient

/**
 * A view of the database: either the pool or one open transaction. Code that gets a session works in both.
 * Inside `transaction` only the inner session may be used: the embedded database is one connection, and a query
 * on the outer session would wait for the transaction it belongs to.
 */
export interface Session {
  readonly prisma: Tx
  readonly inTransaction: boolean
  /** Seals and opens the fields whose names in the schema say `sealed`. */
  readonly fields: FieldEncryption
  /**
   * Runs `work` in a transaction, joining the one that is open. It commits when `work` returns. One that the database ends for
   * the sake of another (a deadlock) is run again, so `work` has no effects but on the session.
   */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Runs `action` in the transaction, just before it commits. @throws Error outside a transaction */
  beforeCommit(action: () => Promise<void>): void
  /** Runs `action` once the data written so far is visible to others; never, if the transaction fails. */
  afterCommit(action: () => void): void
}

/** How long a transaction may wait for a connection, and how long it may take, in milliseconds. */
const limits = { maxWait: 10_000, timeout: 15_000 }

/** What is to be done at the end of a transaction. */
interface Hooks {
  committing: (() => Promise<void>)[]
  committed: (() => void)[]
}

export function openSession(prisma: PrismaClient, fields: FieldEncryption): Session {
  return {
    prisma,
    inTransaction: false,
    fields,
    async transaction(work) {
      for (let triesLeft = 3; ; triesLeft--) {
        const hooks: Hooks = { committing: [], committed: [] }
        try {
          const result = await prisma.$transaction(async (tx) => {
            const done = await work(joinTransaction(tx, fields, hooks))
            for (const action of hooks.committing) await action()
            return done
          }, limits)
          for (const action of hooks.committed) action()
          return result
        } catch (error) {
          if (triesLeft === 0 || !isConflict(error)) throw error
        }
      }
    },
    beforeCommit() {
      throw new Error('No transaction is open that will commit.')
    },
    afterCommit: (action) => action(),
  }
}

/** What Prisma, its adapter and PostgreSQL call a deadlock or a conflict of two transactions. */
const conflicts = new Set(['P2034', '40P01', '40001', 'TransactionWriteConflict'])

const isConflict = (error: unknown): boolean =>
  [...layersOf(error)].some(({ code, kind, originalCode }) => [code, kind, originalCode].some((value) => conflicts.has(String(value))))

function joinTransaction(tx: Tx, fields: FieldEncryption, { committing, committed }: Hooks): Session {
  const session: Session = {
    prisma: tx,
    inTransaction: true,
    fields,
    transaction: (work) => work(session),
    beforeCommit: (action) => void committing.push(action),
    afterCommit: (action) => void committed.push(action),
  }
  return session
}
