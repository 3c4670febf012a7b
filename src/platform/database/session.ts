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
  /** Runs `work` in a transaction, joining the one that is open. It commits when `work` returns. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Runs `action` once the data written so far is visible to others; never, if the transaction fails. */
  afterCommit(action: () => void): void
}

/** How long a transaction may wait for a connection, and how long it may take, in milliseconds. */
const patience = { maxWait: 10_000, timeout: 15_000 }

export function openSession(prisma: PrismaClient): Session {
  return {
    prisma,
    inTransaction: false,
    async transaction(work) {
      const committed: (() => void)[] = []
      const result = await prisma.$transaction((tx) => work(joinTransaction(tx, committed)), patience)
      for (const action of committed) action()
      return result
    },
    afterCommit: (action) => action(),
  }
}

function joinTransaction(tx: Tx, committed: (() => void)[]): Session {
  const session: Session = {
    prisma: tx,
    inTransaction: true,
    transaction: (work) => work(session),
    afterCommit: (action) => void committed.push(action),
  }
  return session
}
