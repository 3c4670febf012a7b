import type { Session } from '../../platform/database/session.ts'
import type { Jobs } from '../../platform/jobs.ts'

/** What a function that changes the library needs: the data, and the queue for follow-up jobs. */
export interface LibraryWork {
  session: Session
  jobs: Pick<Jobs, 'enqueue'>
}
