import type { Session } from '../../platform/database/session.ts'
import type { Events } from '../../platform/events.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Actor } from './audit.ts'

/** What a domain function needs to make a change: the data, the actor for the audit event, events and jobs. */
export interface UnitOfWork {
  session: Session
  actor: Actor
  events: Events
  jobs: Pick<Jobs, 'enqueue'>
}

/** The service itself as the actor, in a background job or at its start. */
export const serviceActor = (job: string): Actor => ({ id: 'service', surface: 'job', requestId: job })

/** The unit of work of a background job, in which the service itself is the actor. */
export const unitOfWorkOfJob = (parts: Omit<UnitOfWork, 'actor'>, job: string): UnitOfWork => ({ ...parts, actor: serviceActor(job) })
