import { createHash } from 'node:crypto'
import type { Actor, AuditEntry } from '../domain/access/audit.ts'
import type { AuditBatches } from '../domain/access/audit-batches.ts'
import { type Caller, isWidgetOnly } from '../domain/access/caller.ts'
import { shortestAnonymousKey } from '../domain/access/idempotency.ts'
import type { Refusals } from '../domain/access/refusals.ts'
import type { UnitOfWork } from '../domain/access/unit-of-work.ts'
import type { BenefitsArea } from '../domain/benefits/benefits-area.ts'
import type { ChatArea } from '../domain/chat/chat-area.ts'
import type { IntegrationsSettings } from '../domain/integrations/settings.ts'
import type { Library } from '../domain/library/library.ts'
import type { Notes } from '../domain/notes/draft-note.ts'
import type { PatientsArea } from '../domain/patients/patients-area.ts'
import type { VoiceSetup } from '../domain/voice/voice-setup.ts'
import type { Session } from '../platform/database/session.ts'
import type { Position } from '../platform/event-log/position.ts'
import type { Events } from '../platform/events.ts'
import { Failure } from '../platform/failure.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Slots } from '../platform/slots.ts'

/** What the core API stands on, made once at start. */
export interface Services {
  session: Session
  events: Events
  audit: AuditBatches
  refusals: Refusals
  jobs: Jobs
  patients: PatientsArea
  library: Library
  benefits: BenefitsArea
  voice: VoiceSetup
  integrations: IntegrationsSettings & { checkDocument: CheckDocument }
  chat: ChatArea
  notes: Notes
  /** Streams that one key, and one visitor of a page's key, may have open. */
  streams: { ofKey: Slots; ofVisitor: Slots }
}

/** Checks a subscriber's GraphQL document before it is kept. @throws Failure INVALID_INPUT, NOT_FOUND */
type CheckDocument = (
  session: Session,
  given: { document?: string | null | undefined; ownerKeyId?: number | null | undefined },
) => Promise<void>

/** One request, as HTTP describes it. */
export interface RequestInfo {
  caller: Caller
  surface: Actor['surface']
  requestId: string
  /** The client's address, for the audit. */
  address: string
  /** Tells visitors apart who share one key, as those of a page with the widget do. */
  visitor: string
  /** Where clients reach the service, without a final slash; empty where nobody can tell. */
  publicUrl: string
  /** Aborts when the client's connection closes. */
  abortSignal?: AbortSignal
  /** The event after which a subscription is to go on, as the client has it. */
  lastEventId?: string | undefined
  /** What refuses this request unless it brings a message that tells of danger or of a side effect. */
  refusal?: Failure | undefined
  /** Asked before each event of a subscription, which may outlive its key. */
  keyIsValid?: () => Promise<boolean>
}

/** How far a subscription has come, for the ids of its server-sent events. */
export interface StreamState {
  /** Where the client stands with the result that goes out now; undefined for what is not in the event log. */
  current?: Position | undefined
  /** Where it stands while nothing is on the way to it; undefined while something is. */
  idle?: () => Position | undefined
}

/** What a resolver gets: the caller, and `work` to hand to the domain. */
export interface Context {
  caller: Caller
  work: UnitOfWork
  jobs: Jobs
  patients: PatientsArea
  library: Library
  benefits: BenefitsArea
  voice: VoiceSetup
  integrations: IntegrationsSettings & { checkDocument: CheckDocument }
  chat: ChatArea
  notes: Notes
  visitor: string
  /** Begins the addresses of our own pages. */
  publicUrl: string
  abortSignal: AbortSignal | undefined
  /** Notes whose data this request is shown, for `storeReads`. */
  recordRead(entry: AuditEntry): void
  /** Stores the reads noted so far, by one insert. An answer goes out only after that. @throws whatever keeps them from being stored */
  storeReads(): Promise<void> | undefined
  /** Notes what this request is shown of records whose change is recorded already, for those who get the same answer again. */
  noteShown(entry: AuditEntry): void
  /** Records an attempt that failed, whatever becomes of the transaction it was made in. */
  recordAttempt(entry: AuditEntry): Promise<void>
  /** Records that the caller may not use a root field. */
  recordRefusal(field: string): void
  /** What refuses the message of this request, unless its words tell of danger or of a side effect. */
  refusal: Failure | undefined
  lastEventId: string | undefined
  /** How far the subscription of this request has come. */
  stream: StreamState
  /** Whether the key is still accepted. */
  keyIsValid(): Promise<boolean>
  /** Counts a stream until what it gives is called. @throws Failure RATE_LIMITED */
  takeStream(): () => void
}

/** Whether the key is a page's, which all its visitors share. */
export const isAnonymous = ({ caller }: Pick<RequestInfo, 'caller'>): boolean =>
  caller.widgetClientId !== null && isWidgetOnly(caller.scopes)

/** What a caller is told who may not do what was asked. */
export const refusalOf = ({ staffMemberId }: Pick<Caller, 'staffMemberId'>): string =>
  staffMemberId === null ? 'This key may not do that.' : 'Your roles do not allow that.'

/** The least length of an `Idempotency-Key` that belongs to the caller alone. */
export const shortestKeyOf = (request: Pick<RequestInfo, 'caller'>): number => (isAnonymous(request) ? shortestAnonymousKey : 1)

/** Whose tokens a request takes: those of its key, or of its visitor where all visitors of a page share the key. */
export const rateLimitKey = ({ caller, visitor }: Pick<RequestInfo, 'caller' | 'visitor'>): string =>
  !isAnonymous({ caller }) ? caller.owner : `${caller.owner}:${createHash('sha256').update(visitor).digest('base64url').slice(0, 22)}`

/**
 * The context of a request, over the pool or, for an idempotent one, inside its transaction.
 * @param shown collects what the answer shows
 */
export function createContext(
  services: Services,
  request: RequestInfo,
  session: Session = services.session,
  shown?: AuditEntry[],
): Context {
  const { caller, surface, requestId, address } = request
  const actor: Actor = { id: caller.id, surface, requestId, address }
  // Ids of audit events are bigints, which JSON does not have.
  let reads: AuditEntry[] = []
  const noteShown = (entry: AuditEntry) => void shown?.push({ ...entry, recordIds: entry.recordIds.map(String) })
  return {
    caller: request.caller,
    work: { session, actor, events: services.events, jobs: services.jobs },
    jobs: services.jobs,
    patients: services.patients,
    library: services.library,
    benefits: services.benefits,
    voice: services.voice,
    integrations: services.integrations,
    chat: services.chat,
    notes: services.notes,
    visitor: request.visitor,
    publicUrl: request.publicUrl,
    abortSignal: request.abortSignal,
    refusal: request.refusal,
    lastEventId: request.lastEventId,
    stream: {},
    keyIsValid: request.keyIsValid ?? (async () => true),
    takeStream: () => takeStream(services.streams, request),
    recordRead: (entry) => {
      noteShown(entry)
      reads.push(entry)
    },
    storeReads() {
      if (reads.length === 0) return undefined
      const entries = reads
      reads = []
      return services.audit.record(actor, entries, session)
    },
    noteShown,
    recordAttempt: (entry) => {
      const stored = services.audit.recordAttempt(actor, entry)
      // The embedded database has one connection, and an open transaction holds it until the attempt has its answer.
      return session.inTransaction ? Promise.resolve() : stored
    },
    recordRefusal: (field) => services.refusals.record(actor, 'FORBIDDEN', field),
  }
}

function takeStream({ ofKey, ofVisitor }: Services['streams'], request: RequestInfo): () => void {
  const anonymous = isAnonymous(request)
  const release = (anonymous ? ofVisitor : ofKey).take(rateLimitKey(request))
  if (release) return release
  // Nobody has read what a visitor wrote.
  const inEmergency = anonymous ? ' In an emergency, call 911.' : ''
  throw new Failure('RATE_LIMITED', `Too many streams are open with this key.${inEmergency}`, undefined, streamRetrySeconds)
}

/** When a stream may have ended, in seconds. */
const streamRetrySeconds = 10
