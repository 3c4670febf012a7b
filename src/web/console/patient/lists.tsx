import { useQuery } from 'urql'
import {
  PatientAuditDocument,
  PatientCallsDocument,
  PatientFollowUpDocument,
  PatientMedicationsDocument,
  PatientSafetyDocument,
} from '../generated/documents.ts'
import { usePages } from '../shell/use-pages.ts'
import { Pill, words } from '../ui/pill.tsx'
import { Answered, Empty, Listed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

const none = { edges: [], pageInfo: { hasNextPage: false } }

export function Medications({ id }: { id: number }) {
  const [result] = useQuery({ query: PatientMedicationsDocument, variables: { id } })
  return (
    <Answered result={result}>
      {({ patient }) =>
        !patient?.medications.length ? (
          <Empty title="No medication on record" />
        ) : (
          <Table
            caption="Medications"
            rows={patient.medications}
            keyOf={(row) => row.id}
            columns={[
              { title: 'Medicine', cell: (row) => row.medicationName },
              { title: 'Prescribed', cell: (row) => (row.isPrescribed ? (row.prescribedDate ?? 'Yes') : 'Mentioned only') },
              { title: 'Prescriber', wide: true, cell: (row) => row.prescriberName },
              {
                title: 'Prior authorization',
                cell: (row) => (row.paStatus ? <Pill of={row.paStatus} /> : row.paRequired ? 'Required' : 'Not known'),
              },
              { title: 'NDC', wide: true, cell: (row) => row.ndcCode },
            ]}
          />
        )
      }
    </Answered>
  )
}

export function Calls({ id }: { id: number }) {
  const pages = usePages(PatientCallsDocument, { id }, ({ patient }) => patient?.voiceCalls ?? none)
  return (
    <Listed pages={pages} empty={<Empty title="No calls yet" />}>
      <Table
        caption="Calls"
        rows={pages.nodes}
        keyOf={(row) => row.id}
        columns={[
          { title: 'When', cell: (row) => <Time at={row.createdAt} /> },
          { title: 'With', wide: true, cell: (row) => words(row.callType) },
          { title: 'Outcome', cell: (row) => <Pill of={row.callOutcome ?? row.status} /> },
          { title: 'In short', cell: (row) => row.analysisMetadata?.summary.overview },
          { title: 'Satisfaction', wide: true, cell: (row) => row.patientSatisfactionScore },
        ]}
      />
    </Listed>
  )
}

export function AdverseEvents({ id }: { id: number }) {
  const [result] = useQuery({ query: PatientSafetyDocument, variables: { id } })
  return (
    <Answered result={result}>
      {({ patient }) =>
        !patient?.adverseEvents.edges.length ? (
          <Empty title="No adverse event was reported" />
        ) : (
          <Table
            caption="Adverse events"
            rows={patient.adverseEvents.edges.map(({ node }) => node)}
            keyOf={(row) => row.id}
            linkOf={(row) => `/safety/${row.id}`}
            columns={[
              { title: 'Case', cell: (row) => row.caseNumber },
              { title: 'What', cell: (row) => row.eventDescription },
              { title: 'Medicine', wide: true, cell: (row) => row.medicationName },
              { title: 'Severity', cell: (row) => row.severity && <Pill of={row.severity} /> },
              { title: 'State', cell: (row) => <Pill of={row.reviewState} /> },
            ]}
          />
        )
      }
    </Answered>
  )
}

export function FollowUp({ id }: { id: number }) {
  const [result] = useQuery({ query: PatientFollowUpDocument, variables: { id } })
  return (
    <Answered result={result}>
      {({ patient }) => (
        <div className="stack">
          <h2>Callbacks</h2>
          <Table
            caption="Callbacks"
            rows={patient?.callbacks.edges.map(({ node }) => node) ?? []}
            keyOf={(row) => row.id}
            columns={[
              { title: 'Asked', cell: (row) => <Time at={row.createdAt} /> },
              { title: 'Status', cell: (row) => <Pill of={row.status} /> },
              { title: 'Preferred time', cell: (row) => row.preferredTime },
              { title: 'Reason', wide: true, cell: (row) => row.reason },
            ]}
          />
          <h2>Follow-up actions</h2>
          <Table
            caption="Follow-up actions"
            rows={patient?.followUpActions.edges.map(({ node }) => node) ?? []}
            keyOf={(row) => row.id}
            columns={[
              { title: 'Action', cell: (row) => row.action },
              { title: 'Priority', cell: (row) => <Pill of={row.priority} /> },
              { title: 'Status', cell: (row) => <Pill of={row.status} /> },
              { title: 'For', wide: true, cell: (row) => words(row.assignedTo) },
            ]}
          />
        </div>
      )}
    </Answered>
  )
}

/** Who read and changed what of the patient. */
export function Audit({ id }: { id: number }) {
  const pages = usePages(PatientAuditDocument, { id }, ({ patient }) => patient?.auditEvents ?? none)
  return (
    <Listed pages={pages} empty={<Empty title="Nothing is noted" />}>
      <p className="small">Every read and change of the record; looking at this page is one of them.</p>
      <Table
        caption="Audit"
        rows={pages.nodes}
        keyOf={(row) => row.id}
        columns={[
          { title: 'When', cell: (row) => <Time at={row.occurredAt} /> },
          { title: 'Who', cell: (row) => row.actor },
          { title: 'What', cell: (row) => row.action },
          { title: 'Fields', wide: true, cell: (row) => row.fields.join(', ') },
          { title: 'Outcome', wide: true, cell: (row) => words(row.outcome) },
        ]}
      />
    </Listed>
  )
}
