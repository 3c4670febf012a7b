import { setTimeout } from 'node:timers/promises'
import { progressBar } from '../progress-bar.ts'
import { awaitingAnalysis, demoCalls, type EnrolledPatient, makeCall } from './calls.ts'
import { searches } from './chat-scripts.ts'
import { converse, pagesTalkedOn } from './chats.ts'
import { inParallel } from './in-parallel.ts'
import { demoPatients, ensurePatient } from './patients.ts'
import { peopleOf } from './people.ts'
import { workAsStaff } from './staff-work.ts'
import { widget } from './surfaces.ts'

/** How much is made. */
export interface Size {
  patients: number
  calls: number
  conversations: number
  searches: number
}

export const sizes = {
  usual: { patients: 60, calls: 40, conversations: 30, searches: searches.length },
  small: { patients: 6, calls: 6, conversations: 3, searches: 2 },
} satisfies Record<string, Size>

/** Requests at once: a service with the embedded database answers one after the other. */
const atOnce = 4
/** Calls that go on. */
const inProgress = 2

/** Fills the service. What is there from an earlier run is left as it is. */
export async function fill({ patients, calls, conversations, searches: searching }: Size): Promise<void> {
  const enrolled = await enroll(patients)
  const known = new Set((await demoCalls()).map(({ callId }) => callId))
  await shown('calls', calls, (index) =>
    makeCall(index, enrolled[index % enrolled.length] as EnrolledPatient, index >= calls - inProgress, known),
  )
  const held = await pagesTalkedOn()
  await shown('conversations', conversations, (index) => converse(index, held))
  // Searches are only for the figures, which count a repeated run as people who search again.
  if (held.size === 0) await shown('searches', searching, async (index) => void (await widget.search(searches[index] as string)))
  await untilAnalysed(calls)
  await workAsStaff()
}

export async function enroll(count: number): Promise<EnrolledPatient[]> {
  const people = peopleOf(count)
  const known = new Map((await demoPatients()).map((patient) => [patient.mrn, patient]))
  const enrolled: EnrolledPatient[] = []
  await shown('patients', count, async (index) => {
    const one = people[index] as (typeof people)[number]
    enrolled[index] = { ...one, id: await ensurePatient(one, known) }
  })
  return enrolled
}

async function shown(label: string, count: number, work: (index: number) => Promise<void>): Promise<void> {
  const bar = progressBar(label)
  let done = 0
  bar.show(0, `0 of ${count}`)
  await inParallel(Array.from({ length: count }), atOnce, async (_item, index) => {
    await work(index)
    done++
    bar.show(done / count, `${done} of ${count}`)
  })
  bar.end()
}

/** The service analyses calls by itself; staff find their work after that. */
async function untilAnalysed(calls: number): Promise<void> {
  const bar = progressBar('analysing')
  for (let waited = 0; waited < 300; waited++) {
    const waiting = await awaitingAnalysis()
    bar.show(1 - waiting / calls, `${waiting} calls to be analysed`)
    if (waiting === 0) break
    await setTimeout(1000)
  }
  bar.end()
}
