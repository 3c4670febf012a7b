import { isAgent } from '../../language/dialogue.ts'
import { needsImmediateAction } from '../safety/cases/severity.ts'

/** What a supervisor looks for in calls, the worst first. */
const callFlags = ['danger', 'adverse_event', 'frustrated', 'silent', 'long', 'unverified'] as const
export type CallFlag = (typeof callFlags)[number]

/** What is looked at of a call. */
export interface WatchedCall {
  status: string
  callType: string
  verified: boolean
  createdAt: Date
  adverseEvents: readonly { severity: string | null }[]
  /** The newest first, a few. */
  utterances: readonly { speaker: string; emotionalState: string; createdAt: Date }[]
  /** The newest. */
  functionInvocations: readonly { createdAt: Date }[]
}

const minuteMs = 60_000
/** Nothing has come for so long, and something had: the line may be dead, or somebody waits. */
const silentMs = minuteMs
const longMs = 15 * minuteMs
/** By then an agent has asked who is calling. */
const unverifiedMs = 3 * minuteMs
/** How many of the caller's last words are looked at, and how many of them tell of displeasure. */
const lately = { looked: 3, upset: 2 }
const upset = new Set(['frustrated', 'angry', 'distressed'])

/** What of a call is worth a supervisor's look. An adverse event stays one; the rest is of calls that go on. */
export function flagsOf(call: WatchedCall, now = Date.now()): CallFlag[] {
  const { adverseEvents, utterances, functionInvocations } = call
  const goesOn = call.status === 'in_progress'
  const age = now - call.createdAt.getTime()
  const last = Math.max(0, ...[...utterances, ...functionInvocations].map(({ createdAt }) => createdAt.getTime()))
  const ofCaller = utterances.filter((utterance) => !isAgent(utterance)).slice(0, lately.looked)
  const has: Record<CallFlag, boolean> = {
    danger: adverseEvents.some(({ severity }) => needsImmediateAction(severity)),
    adverse_event: adverseEvents.length > 0,
    frustrated: goesOn && ofCaller.filter(({ emotionalState }) => upset.has(emotionalState)).length >= lately.upset,
    silent: goesOn && last > 0 && now - last >= silentMs,
    long: goesOn && age >= longMs,
    unverified: goesOn && call.callType === 'patient' && !call.verified && age >= unverifiedMs,
  }
  return callFlags.filter((flag) => has[flag])
}
