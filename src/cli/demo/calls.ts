import { all, graphql } from '../client.ts'
import { type CallScript, scripts, type Turn } from './call-scripts.ts'
import type { Medicine, Person } from './people.ts'
import { seeded } from './seeded.ts'
import { platform } from './surfaces.ts'

export const callPrefix = 'demo-call-'
export const livePrefix = 'demo-live-'

/** A patient of the demonstration, with the service's number. */
export interface EnrolledPatient {
  id: number
  person: Person
  medicines: Medicine[]
}

interface KnownCall {
  id: number
  callId: string
  status: string
  analysisStatus: string
}

/** The demonstration's calls that the service has. */
export const demoCalls = async (): Promise<KnownCall[]> =>
  (await all<KnownCall>('voiceCalls', 'VoiceCallFilter', 'id callId status analysisStatus')).filter(
    ({ callId }) => callId.startsWith(callPrefix) || callId.startsWith(livePrefix),
  )

export const labels = { agent: 'Agent', user: 'Caller' } as const

const transcriptOf = (turns: readonly Turn[]) => turns.map(([speaker, text]) => `${labels[speaker]}: ${text}`).join('\n')

/** Looks the patient up as the agent would. @param right whether what was said is what is on file */
export const identify = (conversation: string, { person }: EnrolledPatient, right = true) =>
  platform.invoke(conversation, 'patient_lookup', {
    first_name: person.firstName,
    last_name: person.lastName,
    dob: right ? person.dateOfBirth : '1930-01-01',
    member_id: right ? person.memberId : 'DMO',
    payer_name: person.payerId,
  })

/**
 * Makes the call with this number by the platform's webhooks, from its registration to its report; one that stays in progress has no
 * report. A call that is there is left as it is.
 */
export async function makeCall(index: number, enrolled: EnrolledPatient, inProgress: boolean, known: ReadonlySet<string>): Promise<void> {
  const callId = `${callPrefix}${String(index + 1).padStart(3, '0')}`
  if (known.has(callId)) return
  const random = seeded(9_001 + index)
  const medicine = enrolled.medicines[0]?.medicationName ?? 'Emgality'
  const write = scripts[inProgress ? index % 5 : index % scripts.length] as (typeof scripts)[number]
  const script = write(enrolled.person, medicine)
  const id = await register(callId, enrolled, script)
  if (script.identity) await identify(callId, enrolled, script.identity === 'right')
  for (const { name, parameters, forPatient } of script.functions ?? []) {
    await platform.invoke(callId, name, { ...parameters, ...(forPatient ? { patient_id: enrolled.id } : {}) })
  }
  if (inProgress) {
    const begun = Date.now() - script.turns.length * 8_000
    for (const [place, [speaker, text]] of script.turns.entries()) await platform.say(id, speaker, text, new Date(begun + place * 8_000))
    return
  }
  await platform.report(callId, {
    status: script.status ?? 'completed',
    duration_seconds: script.turns.length === 0 ? 25 : script.turns.length * random.between(9, 22) + random.between(20, 90),
    ...(script.turns.length > 0 ? { transcript: transcriptOf(script.turns) } : {}),
  })
}

const register = (callId: string, { id, person }: EnrolledPatient, { direction, toPayer }: CallScript) =>
  platform.register({
    callId,
    direction: direction ?? 'inbound',
    phoneNumber: toPayer ? '+12025550199' : person.phone,
    ...(toPayer ? { callType: 'benefits_verification', agentType: 'benefits_verification', patientId: id } : {}),
  })

/** How many of the demonstration's calls wait for their analysis. */
export async function awaitingAnalysis(): Promise<number> {
  const { voiceCalls } = await graphql<{ voiceCalls: { edges: { node: KnownCall }[] } }>(
    '{ voiceCalls(first: 200, filter: { analysisStatus: pending }) { edges { node { callId } } } }',
  )
  return voiceCalls.edges.filter(({ node }) => node.callId.startsWith(callPrefix)).length
}
