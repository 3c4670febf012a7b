import type { Session } from '../platform/database/session.ts'
import type { Events } from '../platform/events.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Actor } from './access/audit.ts'

/** What a domain function that changes something needs: the data, who does it, and whom to tell. */
export interface Work {
  session: Session
  actor: Actor
  events: Events
}

/** A function that leaves some of its work to jobs. */
export interface WorkWithJobs extends Work {
  jobs: Pick<Jobs, 'enqueue'>
}
