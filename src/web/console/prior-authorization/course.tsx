import { useState } from 'react'
import type { PaCaseQuery, PaCaseStatus, PaChannel } from '../generated/documents.ts'
import { dayOf } from '../parts/formats.ts'
import { Field } from '../ui/field.tsx'
import { words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import type { PaDetails } from '../work/decisions.ts'

type Case = NonNullable<PaCaseQuery['paCase']>

const channels: PaChannel[] = ['electronic', 'portal', 'fax', 'telephone', 'mail']

const requestFields = [
  ['diagnosisCodes', 'Diagnosis, ICD-10-CM codes parted by commas', {}],
  ['quantity', 'Quantity', {}],
] as const
const answerFields = [
  ['approvedFrom', 'Approved from', { type: 'date' }],
  ['approvedTo', 'Approved to', { type: 'date' }],
  ['denialReason', 'Reason of a denial', {}],
  ['appealDueOn', 'Last day of an appeal', { type: 'date' }],
] as const
type Name = (typeof requestFields | typeof answerFields)[number][0] | 'referenceNumber' | 'channel' | 'urgent' | 'happenedOn'

/** What somebody put in: it is void once the case says something else; a note leaves it. */
type Changes = Partial<Record<Name, string>>

const written = (one: Case): Record<Name, string> => ({
  referenceNumber: one.referenceNumber ?? '',
  diagnosisCodes: one.diagnosisCodes.join(', '),
  quantity: one.quantity ?? '',
  channel: one.channel ?? '',
  urgent: String(one.urgent),
  approvedFrom: one.approvedFrom ?? '',
  approvedTo: one.approvedTo ?? '',
  denialReason: one.denialReason ?? '',
  appealDueOn: one.appealDueOn ?? '',
  happenedOn: '',
})

/** As the service takes it. A day that is not today counts from its noon. */
function stored(name: Name, text: string): Partial<PaDetails> {
  if (name === 'urgent') return { urgent: text === 'true' }
  if (name === 'happenedOn') return { happenedAt: (text === dayOf() ? new Date() : new Date(`${text}T12:00`)).toISOString() }
  if (name === 'diagnosisCodes') return { diagnosisCodes: text.split(/[,;\s]+/).filter(Boolean) }
  return { [name]: text.trim() || null }
}

/** What is put in of a request or of the payer's answer: only what differs is sent, with the step. */
export function useCourse(one: Case) {
  const before = written(one)
  const seen = JSON.stringify([one.status, before])
  const [latest, setLatest] = useState<{ seen: string; changes: Changes }>({ seen, changes: {} })
  const changes = latest.seen === seen ? latest.changes : {}
  const details: PaDetails = {}
  for (const [name, text] of Object.entries(changes) as [Name, string][]) {
    if (text.trim() !== before[name]) Object.assign(details, stored(name, text))
  }
  return {
    values: { ...before, ...changes },
    details,
    set: (name: Name, text: string) => setLatest({ seen, changes: { ...changes, [name]: text } }),
  }
}

/** The details of a request and of the payer's answer, saved with the next step or by themselves. */
export function Course({ of: { values, details, set }, status }: { of: ReturnType<typeof useCourse>; status: PaCaseStatus }) {
  const fields = (names: typeof requestFields | typeof answerFields) =>
    names.map(([name, label, input]) => (
      <Field key={name} label={label} {...input} value={values[name]} onChange={(text) => set(name, text)} />
    ))
  const isAnswered = status === 'approved' || status === 'denied'
  return (
    <section className="stack no-print" aria-label="Details of the request and the answer">
      <div className="form">
        <Field
          label="Day of the step, if not today"
          type="date"
          max={dayOf()}
          value={values.happenedOn}
          onChange={(text) => set('happenedOn', text)}
        />
        <Field label="Payer’s reference number" value={values.referenceNumber} onChange={(text) => set('referenceNumber', text)} />
      </div>
      <details open={!isAnswered && status !== 'pending'}>
        <summary>The request</summary>
        <div className="form">
          <Select
            label="Sent by"
            none="Not recorded"
            value={(values.channel || undefined) as PaChannel | undefined}
            onChange={(channel = '' as PaChannel) => set('channel', channel)}
            options={channels.map((channel) => [channel, words(channel)])}
          />
          <Select
            label="Decision"
            value={values.urgent}
            onChange={(urgent = 'false') => set('urgent', urgent)}
            options={[
              ['false', 'Standard'],
              ['true', 'Urgent'],
            ]}
          />
          {fields(requestFields)}
        </div>
      </details>
      <details open={status === 'pending'}>
        <summary>The payer’s answer</summary>
        <div className="form">{fields(answerFields)}</div>
      </details>
      {Object.keys(details).length > 0 && (
        <p className="muted small" role="status">
          What you changed is saved with the decision.
        </p>
      )}
    </section>
  )
}
