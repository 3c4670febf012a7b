import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { PatientTimelineDocument, type PatientTimelineQuery } from '../generated/documents.ts'
import { kindOf } from '../pages/calls/call-words.ts'
import { useLive } from '../parts/live.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Answered } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

interface Entry {
  key: string
  at: string
  what: string
  told: ReactNode
  href?: string
  state?: string | null
}

const nodes = <Node,>({ edges }: { edges: { node: Node }[] }): Node[] => edges.map(({ node }) => node)

function entriesOf({ patient, paCases }: PatientTimelineQuery): Entry[] {
  if (!patient) return []
  const entries: Entry[] = [
    { key: 'enrolled', at: patient.createdAt, what: 'Enrolled', told: null },
    ...patient.medications.map(({ id, createdAt, medicationName }) => ({
      key: `medication ${id}`,
      at: createdAt,
      what: 'Medicine on record',
      told: medicationName,
    })),
    ...nodes(patient.voiceCalls).map((call) => ({
      key: `call ${call.id}`,
      at: call.createdAt,
      what: 'Call',
      told: kindOf(call),
      href: `/calls/${call.id}`,
      state: call.callOutcome ?? call.status,
    })),
    ...nodes(patient.adverseEvents).map(({ id, createdAt, caseNumber, medicationName, reviewState }) => ({
      key: `case ${id}`,
      at: createdAt,
      what: 'Adverse event',
      told: [caseNumber, medicationName].filter(Boolean).join(', '),
      href: `/safety/${id}`,
      state: reviewState,
    })),
    ...nodes(patient.callbacks).map(({ id, createdAt, reason, status, work }) => ({
      key: `callback ${id}`,
      at: createdAt,
      what: 'Callback wanted',
      told: reason,
      href: `/work?item=${work.id}`,
      state: status,
    })),
    ...nodes(patient.followUpActions).map(({ id, createdAt, action, status, work }) => ({
      key: `follow-up ${id}`,
      at: createdAt,
      what: 'Follow-up',
      told: action,
      href: `/work?item=${work.id}`,
      state: status,
    })),
    ...nodes(patient.notes).map(({ id, createdAt, text }) => ({ key: `note ${id}`, at: createdAt, what: 'Note', told: text })),
    ...nodes(patient.followUpEmails).map(({ id, createdAt, status }) => ({
      key: `e-mail ${id}`,
      at: createdAt,
      what: 'E-mail',
      told: null,
      state: status,
    })),
    ...nodes(patient.verifications).map(({ id, createdAt, payer, trigger, status }) => ({
      key: `verification ${id}`,
      at: createdAt,
      what: 'Benefits verification',
      told: [payer?.name, words(trigger)].filter(Boolean).join(', '),
      state: status,
    })),
    ...nodes(paCases).map(({ id, createdAt, medicationName, status }) => ({
      key: `authorization ${id}`,
      at: createdAt,
      what: 'Prior authorization',
      told: medicationName,
      href: `/prior-authorization?case=${id}`,
      state: status,
    })),
  ]
  return entries.toSorted((one, other) => other.at.localeCompare(one.at))
}

/** What happened with a patient, the newest first: the last 25 of each kind. */
export function Timeline({ id }: { id: number }) {
  const [result, ask] = useQuery({ query: PatientTimelineDocument, variables: { id } })
  useLive(() => ask({ requestPolicy: 'network-only' }))
  return (
    <Answered result={result}>
      {(data) => (
        <Table
          caption="Timeline"
          rows={entriesOf(data)}
          keyOf={({ key }) => key}
          columns={[
            { title: 'When', cell: ({ at }) => <Time at={at} /> },
            { title: 'What', cell: ({ what, href }) => (href ? <Link href={href}>{what}</Link> : what) },
            { title: 'Details', cell: ({ told }) => told },
            { title: 'State', cell: ({ state }) => state && <Pill of={state} /> },
          ]}
        />
      )}
    </Answered>
  )
}
