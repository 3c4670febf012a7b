import type { Session } from '../../platform/database/session.ts'
import type { Events } from '../../platform/events.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Actor } from './audit.ts'

/** What a domain function that changes something needs: the data, who does it, whom to tell, and what is left to jobs. */
export interface UnitOfWork {
  session: Session
  actor: Actor
  events: Events
  jobs: Pick<Jobs, 'enqueue'>
}

/** The unit of work of a job: the service itself acts. */
export const unitOfWorkOfJob = (parts: Omit<UnitOfWork, 'actor'>, job: string): UnitOfWork => ({
  ...parts,
  actor: { id: 'service', surface: 'job', requestId: job },
})
