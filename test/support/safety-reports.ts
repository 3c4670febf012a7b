import { expect } from 'vitest'
import { startReceiver } from './event-receiver.ts'
import { startTestService, until, widgetKey } from './service.ts'
import { voiceOf } from './voice.ts'

/** A service that reports what is said of Cosentyx to a receiver on this machine. */
export async function startSafetyReports() {
  const receiver = await startReceiver()
  const service = await startTestService({ EVENT_PRIVATE_ORIGINS: receiver.origin, PUBLIC_URL: 'http://127.0.0.1:1' })
  const voice = voiceOf(service)
  const { made } = await voice.query(
    'mutation($input: CreateEventSubscriptionInput!) { made: createEventSubscription(input: $input) { verifier eventSubscription { id } } }',
    { input: { name: 'Safety desk', url: receiver.url, kinds: ['safety_report_due', 'safety_report_sent', 'safety_report_acknowledged'] } },
  )
  const subscription: { id: number; verifier: string } = { id: made.eventSubscription.id, verifier: made.verifier }

  async function addProgram(input: object): Promise<number> {
    const { made } = await voice.query(
      'mutation($input: CreateSafetyProgramInput!) { made: createSafetyProgram(input: $input) { safetyProgram { id } } }',
      { input: { channel: 'event', subscriptionId: subscription.id, dueHours: 24, timeZone: 'America/New_York', ...input } },
    )
    return made.safetyProgram.id
  }
  const program = await addProgram({ manufacturer: 'Novartis', medicines: ['Cosentyx'] })

  async function reportsOf(caseId: number) {
    const { adverseEvent } = await voice.query(`query($id: Int!) { adverseEvent(id: $id) { safetyReports { ${reportFields} } } }`, {
      id: caseId,
    })
    return adverseEvent.safetyReports
  }

  return {
    receiver,
    service,
    voice,
    subscription,
    program,
    addProgram,
    reportsOf,
    async enter(input: object = {}): Promise<number> {
      const { made } = await voice.query(
        'mutation($input: EnterAdverseEventInput!) { made: enterAdverseEvent(input: $input) { adverseEvent { id } } }',
        { input: { eventDescription: 'Hives after the second dose', medicationName: 'Cosentyx', ...input } },
      )
      return made.adverseEvent.id
    },
    oneInState: (caseId: number, state: string, kind = 'initial') =>
      until(
        async () => (await reportsOf(caseId)).find((one: { state: string; kind: string }) => one.state === state && one.kind === kind),
        12,
      ),
    submitted: (caseNumber?: string) =>
      receiver.of('safety_report.submitted').filter(({ data }) => caseNumber === undefined || JSON.stringify(data).includes(caseNumber)),
    async decide(field: string, input: object) {
      const { data, errors } = await service.graphql(decision(field), { input })
      return errors?.[0]?.extensions.code ?? data.done.safetyReport
    },
    async chat(message: string): Promise<number> {
      const before = (await service.sql<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM adverse_event'))[0]?.id ?? 0
      const { status } = await service.rest('POST', '/api/v1/widget/chat', {
        headers: { 'x-api-key': widgetKey },
        key: null,
        body: { message },
      })
      expect(status).toBe(200)
      const [made] = await service.sql<{ id: number }>('SELECT id FROM adverse_event WHERE id > $1', [before])
      if (!made) throw new Error('no case was opened')
      return made.id
    },
    /** As if so many hours had passed for a case. */
    async hoursLater(caseId: number, hours: number): Promise<void> {
      await service.sql(
        `UPDATE safety_report SET aware_at = aware_at - $2 * interval '1 hour', due_at = due_at - $2 * interval '1 hour',
        last_sent_at = last_sent_at - $2 * interval '1 hour', next_at = now() WHERE adverse_event_id = $1`,
        [caseId, hours],
      )
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await receiver.close()
    },
  }
}

const reportFields = `id version kind state dueAt awareAt timeLeft unreviewed missing sentAt lastError acknowledgedAt acknowledgedBy receiverNumber document
  program { id } work { id dueAt closedAt priority }`

function decision(field: string): string {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`
  return `mutation($input: ${type}!) { done: ${field}(input: $input) { safetyReport { id state } } }`
}
