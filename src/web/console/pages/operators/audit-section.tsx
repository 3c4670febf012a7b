import { useState } from 'react'
import { Link } from 'wouter'
import { type AuditEventFilter, AuditEventsDocument } from '../../generated/documents.ts'
import { useActorName, useColleagues } from '../../parts/use-actor-name.ts'
import { useSettled } from '../../parts/use-settled.ts'
import { useCaller } from '../../shell/caller.tsx'
import { usePages } from '../../shell/use-pages.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Pill, words } from '../../ui/pill.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty, Listed } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

/** What an investigation asks for most; any other action may be typed. */
const usual = [
  'patient.read',
  'patient.search',
  'patient.update',
  'adverse_event.read',
  'voice_call.read',
  'conversation.read',
  'api_key.create',
]
const outcomes = ['succeeded', 'FORBIDDEN', 'UNAUTHENTICATED', 'NOT_FOUND', 'INVALID_INPUT', 'RATE_LIMITED'] as const

/** Days are whole ones of the viewer. */
const instant = (day: string, plus = 0) => {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + plus)
  return at.toISOString()
}

/** Who read or changed what, and what was refused: filtered by person, action, patient and days, and kept as a file. */
export function AuditSection() {
  const { may } = useCaller()
  const nameOf = useActorName()
  const people = useColleagues()
  const [actor, setActor] = useState<string>()
  const [action, setAction] = useState('')
  const [outcome, setOutcome] = useState<string>()
  const [patient, setPatient] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const typed = useSettled(action.trim())
  const filter: AuditEventFilter = {
    ...(actor && { actor: `staff:${actor}` }),
    ...(typed && { action: typed }),
    ...(outcome && { outcome }),
    ...(patient && { patientId: Number(patient) }),
    ...((from || to) && { occurred: { ...(from && { from: instant(from) }), ...(to && { to: instant(to, 1) }) } }),
  }
  const pages = usePages(AuditEventsDocument, { filter }, ({ auditEvents }) => auditEvents)
  return (
    <section className="block" aria-labelledby="audit">
      <h2 id="audit">Audit</h2>
      <search className="filters">
        <Select label="Person" none="Anybody" value={actor} onChange={setActor} options={people} />
        <Combobox label="Action" value={action} suggestions={usual} onChange={setAction} />
        <Field
          label="Patient, by our number"
          inputMode="numeric"
          autoComplete="off"
          value={patient}
          onChange={(text) => setPatient(text.replace(/\D/g, '').slice(0, 9))}
        />
        <Select label="Outcome" none="Any" value={outcome} onChange={setOutcome} options={outcomes.map((one) => [one, words(one)])} />
        <Field label="From" type="date" value={from} onChange={setFrom} />
        <Field label="To" type="date" value={to} onChange={setTo} />
      </search>
      <Listed pages={pages} empty={<Empty title="Nothing of this kind is on record" />}>
        <Table
          caption="Audit"
          rows={pages.nodes}
          keyOf={({ id }) => id}
          columns={[
            { title: 'When', cell: ({ occurredAt }) => <Time at={occurredAt} whole /> },
            { title: 'Who', cell: ({ actor: who, staffMember }) => staffMember?.name ?? nameOf(who) },
            { title: 'Action', cell: ({ action: what, times }) => `${what}${times > 1 ? ` ×${times}` : ''}` },
            { title: 'Outcome', cell: ({ outcome: end }) => <Pill of={end} tone={end === 'succeeded' ? 'plain' : 'bad'} /> },
            {
              title: 'Patients',
              cell: ({ patientIds }) =>
                patientIds.slice(0, 3).map((id, at) => (
                  <span key={id}>
                    {at > 0 && ', '}
                    {may('patients_read', 'care') ? <Link href={`/patients/${id}`}>{id}</Link> : id}
                  </span>
                )),
            },
            { title: 'Records', cell: ({ recordIds }) => recordIds.slice(0, 3).join(', ') },
            { title: 'Fields', cell: ({ fields }) => fields.join(', ') },
            { title: 'From', cell: ({ surface, address }) => [surface, address].filter(Boolean).join(' ') },
          ]}
        />
      </Listed>
    </section>
  )
}
