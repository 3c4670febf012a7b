import { setTimeout } from 'node:timers/promises'
import { liveTurns } from './call-scripts.ts'
import { type EnrolledPatient, identify, labels, livePrefix } from './calls.ts'
import { platform } from './surfaces.ts'

/** Keeps one call going until it is stopped: something is said every few seconds. The call ends with its report. */
export async function keepCalling(enrolled: EnrolledPatient, everyMs: number, stop: AbortSignal): Promise<void> {
  const callId = `${livePrefix}${Date.now()}`
  const medicine = enrolled.medicines[0]?.medicationName ?? 'Emgality'
  const id = await platform.register({ callId, direction: 'inbound', phoneNumber: enrolled.person.phone })
  const begun = Date.now()
  console.log(`Call ${id} (${callId}) goes on until Ctrl-C.`)
  const turns = liveTurns(enrolled.person, medicine)
  for (let place = 0; !stop.aborted; place++) {
    const [speaker, text] = turns[place % turns.length] as (typeof turns)[number]
    await platform.say(id, speaker, text, new Date())
    console.log(`${labels[speaker]}: ${text}`)
    if (place === 1) await identify(callId, enrolled)
    if (place === 3) await platform.invoke(callId, 'check_pa_requirements', { patient_id: enrolled.id, medication: medicine })
    await setTimeout(everyMs, undefined, { signal: stop }).catch(() => {})
  }
  await platform.report(callId, { status: 'completed', duration_seconds: Math.round((Date.now() - begun) / 1000) })
  console.log('The call has ended.')
}
