import { useMutation, useQuery } from 'urql'
import { Link } from 'wouter'
import {
  PatientAuditDocument,
  type PatientAuditQuery,
  PatientCallbacksDocument,
  PatientCallsDocument,
  PatientFollowUpsDocument,
  PatientMedicationsDocument,
  PatientSafetyDocument,
  SyncMedicationsDocument,
} from '../generated/documents.ts'
import { kindOf } from '../pages/calls/call-words.ts'
import { useLive } from '../parts/live.tsx'
import { useActorName } from '../parts/use-actor-name.ts'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { noPage, usePages } from '../shell/use-pages.ts'
import { Button } from '../ui/button.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Answered, Empty, Listed, Trouble } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Telephone } from '../ui/telephone.tsx'
import { Day, Time } from '../ui/time.tsx'
import { AddMedication } from './add-medication.tsx'
import { OpenCallback, OpenTask } from './open-work.tsx'

/** Takes from calls what they tell of medicines and the record does not have, as the end of each call does. */
function ReadCalls({ patientId, onRead }: { patientId: number; onRead: () => void }) {
  const [{ fetching, error }, sync] = useMutation(SyncMedicationsDocument)
  const read = async () => {
    const { data } = await sync({ patientId })
    if (!data?.syncMedications) return
    const { created, updated } = data.syncMedications
    notify(created + updated === 0 ? 'The calls tell nothing new.' : `From the calls: ${created} added, ${updated} completed.`)
    onRead()
  }
  return (
    <>
      <Button onClick={() => void read()} isDisabled={fetching}>
        Take them from the calls
      </Button>
      <Trouble of={error} />
    </>
  )
}

export function Medications({ id }: { id: number }) {
  const [result, ask] = useQuery({ query: PatientMedicationsDocument, variables: { id } })
  useLive(() => ask({ requestPolicy: 'network-only' }))
  const { may } = useCaller()
  return (
    <Answered result={result}>
      {({ patient }) => (
        <div className="stack">
          {may('patients_write', 'care') && (
            <div className="row">
              <AddMedication patientId={id} onAdded={() => ask({ requestPolicy: 'network-only' })} />
              <ReadCalls patientId={id} onRead={() => ask({ requestPolicy: 'network-only' })} />
            </div>
          )}
          {!patient?.medications.length ? (
            <Empty title="No medication on record" />
          ) : (
            <Table
              caption="Medications"
              rows={patient.medications}
              keyOf={(row) => row.id}
              columns={[
                { title: 'Medicine', cell: (row) => row.medicationName },
                {
                  title: 'Prescribed',
                  cell: (row) => (row.isPrescribed ? row.prescribedDate ? <Day on={row.prescribedDate} /> : 'Yes' : 'Mentioned only'),
                },
                { title: 'Prescriber', cell: (row) => row.prescriberName },
                {
                  title: 'Prior authorization',
                  cell: (row) => (row.paStatus ? <Pill of={row.paStatus} /> : row.paRequired ? 'Required' : 'Not known'),
                },
                { title: 'NDC', cell: (row) => row.ndcCode },
              ]}
            />
          )}
        </div>
      )}
    </Answered>
  )
}

export function Calls({ id }: { id: number }) {
  const pages = usePages(PatientCallsDocument, { id }, ({ patient }) => patient?.voiceCalls ?? noPage)
  return (
    <Listed pages={pages} empty={<Empty title="No calls yet" />}>
      <Table
        caption="Calls"
        rows={pages.nodes}
        keyOf={(row) => row.id}
        columns={[
          {
            title: 'When',
            cell: (row) => (
              <Link href={`/calls/${row.id}`}>
                <Time at={row.createdAt} />
              </Link>
            ),
          },
          { title: 'With', cell: ({ callType, direction }) => kindOf({ callType, direction }) },
          { title: 'Number', cell: ({ phoneNumber }) => phoneNumber && <Telephone number={phoneNumber} /> },
          { title: 'Outcome', cell: (row) => <Pill of={row.callOutcome ?? row.status} /> },
          { title: 'In short', cell: (row) => row.analysisMetadata?.summary.overview },
          { title: 'Satisfaction', cell: ({ patientSatisfactionScore: score }) => score != null && `${score} of 5` },
        ]}
      />
    </Listed>
  )
}

export function AdverseEvents({ id }: { id: number }) {
  const pages = usePages(PatientSafetyDocument, { id }, ({ patient }) => patient?.adverseEvents ?? noPage)
  return (
    <Listed pages={pages} empty={<Empty title="No adverse event was reported" />}>
      <Table
        caption="Adverse events"
        rows={pages.nodes}
        keyOf={(row) => row.id}
        linkOf={(row) => `/safety/${row.id}`}
        columns={[
          { title: 'Case', cell: (row) => <span className="nowrap">{row.caseNumber}</span> },
          { title: 'What', cell: (row) => row.eventDescription },
          { title: 'Medicine', cell: (row) => row.medicationName },
          { title: 'Severity', cell: (row) => row.severity && <Pill of={row.severity} /> },
          { title: 'State', cell: (row) => <Pill of={row.reviewState} /> },
          { title: 'Reported', cell: (row) => <Time at={row.createdAt} /> },
        ]}
      />
    </Listed>
  )
}

export function FollowUp({ id }: { id: number }) {
  const callbacks = usePages(PatientCallbacksDocument, { id }, ({ patient }) => patient?.callbacks ?? noPage)
  const actions = usePages(PatientFollowUpsDocument, { id }, ({ patient }) => patient?.followUpActions ?? noPage)
  const { may } = useCaller()
  return (
    <div className="stack">
      {may('patients_write', 'care') && (
        <div className="row">
          <OpenTask patientId={id} onOpened={() => void actions.refresh()} />
          <OpenCallback patientId={id} onOpened={() => void callbacks.refresh()} />
        </div>
      )}
      <h2>Callbacks</h2>
      <Listed pages={callbacks} empty={<Empty title="Nobody asked for a callback" />}>
        <Table
          caption="Callbacks"
          rows={callbacks.nodes}
          keyOf={(row) => row.id}
          linkOf={(row) => `/work?item=${row.work.id}`}
          columns={[
            { title: 'Asked', cell: (row) => <Time at={row.createdAt} /> },
            { title: 'Status', cell: (row) => <Pill of={row.status} /> },
            { title: 'Number', cell: (row) => row.phoneNumber && <Telephone number={row.phoneNumber} /> },
            { title: 'Preferred time', cell: (row) => row.preferredTime },
            { title: 'Reason', cell: (row) => row.reason },
          ]}
        />
      </Listed>
      <h2>Follow-up actions</h2>
      <Listed pages={actions} empty={<Empty title="Nothing to follow up" />}>
        <Table
          caption="Follow-up actions"
          rows={actions.nodes}
          keyOf={(row) => row.id}
          linkOf={(row) => `/work?item=${row.work.id}`}
          columns={[
            { title: 'Action', cell: (row) => row.action },
            { title: 'Priority', cell: (row) => <Pill of={row.priority} /> },
            { title: 'Status', cell: (row) => <Pill of={row.status} /> },
            { title: 'For', cell: (row) => words(row.assignedTo) },
          ]}
        />
      </Listed>
    </div>
  )
}

/** `adverse_event.read` as "Adverse event, read". */
const auditWords = (action: string) => words(action.replace('.', ', '))

const fieldWords = (field: string) => words(field.replace(/[A-Z]/g, (letter) => `_${letter}`))

type Audited = NonNullable<PatientAuditQuery['patient']>['auditEvents']['edges'][number]['node']

/** What was done several times within a minute stands once: a page reads some records again and again. */
function gathered(events: readonly Audited[]) {
  const rows = new Map<string, { event: Audited; times: number }>()
  for (const event of events) {
    const key = [event.occurredAt.slice(0, 16), event.actor, event.action, event.outcome, ...event.fields].join()
    const row = rows.get(key)
    if (row) row.times++
    else rows.set(key, { event, times: 1 })
  }
  return [...rows.values()]
}

/** Who read and changed what of the patient. */
export function Audit({ id }: { id: number }) {
  const nameOf = useActorName()
  const pages = usePages(PatientAuditDocument, { id }, ({ patient }) => patient?.auditEvents ?? noPage)
  return (
    <Listed pages={pages} empty={<Empty title="Nothing is noted" />}>
      <p className="muted small">Every read and change of the record; looking at this page is one of them.</p>
      <Table
        caption="Audit"
        rows={gathered(pages.nodes)}
        keyOf={({ event }) => event.id}
        columns={[
          { title: 'When', cell: ({ event }) => <Time at={event.occurredAt} /> },
          { title: 'Who', cell: ({ event }) => nameOf(event.actor) },
          {
            title: 'What',
            cell: ({ event, times }) => (
              <div>
                {auditWords(event.action)} {times > 1 && <span className="muted">{times} times</span>}
              </div>
            ),
          },
          { title: 'Fields', cell: ({ event }) => event.fields.map(fieldWords).join(', ') },
          { title: 'Outcome', cell: ({ event }) => words(event.outcome) },
        ]}
      />
    </Listed>
  )
}
