import type { NewUtterance } from '../add-utterance.ts'
import type { CallReport } from '../complete-call.ts'
import type { CallRegistration } from '../register-call.ts'

/** What a message is, as far as that shows before it is read. */
export interface Envelope {
  /** The platform's own word; empty where it names none. */
  kind: string
  /** The platform's id of the conversation. */
  callId: string | null
  /** Whether words or states are in it that somebody needs. */
  isNeeded: boolean
  /** Why it can never be read. */
  fault?: string
}

/** How a call ended: a `fault` is a completed call where words were said, else a failed one. */
export type EndClass = 'completed' | 'no_answer' | 'fault'

/** By a table of the reasons that are no faults. A report without a reason comes after a call that took place. */
export const endClassBy =
  (known: ReadonlyMap<string, EndClass>) =>
  (reason: string | null | undefined): EndClass =>
    reason == null || reason === '' ? 'completed' : (known.get(reason) ?? 'fault')

/** What a message says, as the specified webhooks take it. */
export interface PlatformReading {
  registration: CallRegistration
  /** What was said, live. Without a time where the message has none that can be; then with its place in a list that comes again. */
  utterances: (NewUtterance & { place?: number })[]
  report?: Omit<CallReport, 'conversationId' | 'status' | 'meaning'>
  /** In the platform's own word. */
  endReason?: string
  /** The address of a recording that comes apart from the report. */
  recording?: string
}

/** One platform's way of telling of a call. Pure: the webhook and whoever fetches a report read alike. */
export interface PlatformReader {
  /** Its body, which `envelopeOf` and `read` take. @throws where it is of another form */
  parse(body: string): unknown
  envelopeOf(message: unknown): Envelope
  /** The kind of a message too long to be kept, where its beginning says that nobody needs it. */
  ignoredByBeginning?(beginning: string): string | undefined
  /** Reads a message that its envelope says is needed. @throws never for its content: what cannot be read is left out */
  read(message: unknown): PlatformReading
  /** The carrier's id of the same call, where the platform names one. */
  carrierIdOf?(message: unknown): string | null
  /** Total: a reason that no table knows is a fault. */
  endClassOf(reason: string | null | undefined): EndClass
}
