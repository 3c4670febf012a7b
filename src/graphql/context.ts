import { createHash } from 'node:crypto'
import type { Actor, AuditEntry, ReadAudit } from '../domain/access/audit.ts'
import type { Caller } from '../domain/access/caller.ts'
import type { UnitOfWork } from '../domain/access/unit-of-work.ts'
import type { BenefitsArea } from '../domain/benefits/benefits-area.ts'
import type { ChatArea } from '../domain/chat/chat-area.ts'
import type { Library } from '../domain/library/library.ts'
import type { PatientsArea } from '../domain/patients/patients-area.ts'
import type { Session } from '../platform/database/session.ts'
import type { Events } from '../platform/events.ts'
import type { Jobs } from '../platform/jobs.ts'

/** What the core API stands on, made once at start. */
export interface Services {
  session: Session
  events: Events
  reads: ReadAudit
  jobs: Jobs
  patients: PatientsArea
  library: Library
  benefits: BenefitsArea
  chat: ChatArea
}

/** One request, as HTTP describes it. */
export interface RequestInfo {
  caller: Caller
  surface: Actor['surface']
  requestId: string
  /** Tells visitors apart who share one key, as those of a page with the widget do. */
  visitor: string
  /** Aborts when the client's connection closes. */
  abortSignal?: AbortSignal
  /** Asked before each event of a subscription, which may outlive its key. */
  keyIsValid?: () => Promise<boolean>
}

/** What a resolver gets: the caller, and `work` to hand to the domain. */
export interface Context {
  caller: Caller
  work: UnitOfWork
  jobs: Jobs
  patients: PatientsArea
  library: Library
  benefits: BenefitsArea
  chat: ChatArea
  visitor: string
  abortSignal: AbortSignal | undefined
  /** Records whose data this request is shown; resolves when that is stored. */
  recordRead(entry: AuditEntry): Promise<void>
  /** Whether the key is still accepted. */
  keyIsValid(): Promise<boolean>
}

/** Whose tokens a request takes: those of its key, or of its visitor where all visitors of a page share the key. */
export const rateLimitKey = ({ caller, visitor }: Pick<RequestInfo, 'caller' | 'visitor'>): string =>
  caller.widgetClientId === null || caller.scopes.has('care')
    ? caller.owner
    : `${caller.owner}:${createHash('sha256').update(visitor).digest('base64url').slice(0, 22)}`

/** The context of a request, over the pool or, for an idempotent one, inside its transaction. */
export function createContext(services: Services, request: RequestInfo, session: Session = services.session): Context {
  const actor: Actor = { id: request.caller.id, surface: request.surface, requestId: request.requestId }
  return {
    caller: request.caller,
    work: { session, actor, events: services.events, jobs: services.jobs },
    jobs: services.jobs,
    patients: services.patients,
    library: services.library,
    benefits: services.benefits,
    chat: services.chat,
    visitor: request.visitor,
    abortSignal: request.abortSignal,
    keyIsValid: request.keyIsValid ?? (async () => true),
    recordRead: (entry) => services.reads.record(actor, entry, session),
  }
}
