import { useEffect, useState } from 'react'
import { type PatientFilter, type PatientStatus, PatientsDocument } from '../generated/documents.ts'
import { count } from '../parts/formats.ts'
import { useSettled } from '../parts/use-settled.ts'
import { EnrolPatient } from '../patient/enrol-patient.tsx'
import { usePayers } from '../patient/patient-fields.tsx'
import { useCaller } from '../shell/caller.tsx'
import { useOrder } from '../shell/use-order.ts'
import { usePages } from '../shell/use-pages.ts'
import { useParam } from '../shell/use-param.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Pill } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Listed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Day, Time } from '../ui/time.tsx'

// What is searched for may be a name: it stays in this history entry's state, out of the address and of whoever logs it.
const searchedBefore = (): string => (history.state as { search?: string } | null)?.search ?? ''

/** Search and filters over all patients, a page at a time. */
export default function Patients() {
  const [typed, setTyped] = useState(searchedBefore)
  const search = useSettled(typed)
  const [status, setStatus] = useParam('status')
  const [payerId, setPayer] = useParam('payer')
  const [events, setEvents] = useParam('events')
  const [satisfaction, setSatisfaction] = useParam('satisfaction')
  const { payers } = usePayers()
  const { may } = useCaller()
  // In the address, so that it opens from anywhere.
  const [enrolling, setEnrolling] = useParam('new', ['patient'])
  useEffect(() => history.replaceState({ ...history.state, search }, ''), [search])
  const filter: PatientFilter = {
    ...(search.trim() && { search: search.trim() }),
    ...(status && { status: status as PatientStatus }),
    ...(payerId && { payerId }),
    ...(events && { hasAdverseEvents: events === 'yes' }),
    ...(satisfaction === 'low' && { satisfactionMax: 2.5 }),
    ...(satisfaction === 'high' && { satisfactionMin: 4 }),
  }
  const sorting = useOrder({ LAST_NAME: 'ASC', UPDATED_AT: 'DESC' })
  const pages = usePages(PatientsDocument, { filter, orderBy: sorting.orderBy }, ({ patients }) => patients)
  return (
    <>
      <header className="page-head">
        <h1>Patients</h1>
        <div className="row">
          <p className="muted" aria-live="polite">
            {pages.data && `${count(pages.data.patients.totalCount)} found`}
          </p>
          {may('patients_write', 'care') && (
            <Button look="primary" onClick={() => setEnrolling('patient')}>
              Enroll a patient
            </Button>
          )}
        </div>
      </header>
      <Dialog title="Enroll a patient" open={enrolling !== undefined} onClose={() => setEnrolling(undefined)}>
        <EnrolPatient />
      </Dialog>
      <search className="filters">
        <Field label="Name, phone, email, MRN or member ID" type="search" autoComplete="off" value={typed} onChange={setTyped} />
        <Select
          label="Status"
          none="Any"
          value={status}
          onChange={setStatus}
          options={[
            ['active', 'Active'],
            ['inactive', 'Inactive'],
          ]}
        />
        <Select label="Payer" none="Any" value={payerId} onChange={setPayer} options={payers} />
        <Select
          label="Adverse events"
          none="Any"
          value={events}
          onChange={setEvents}
          options={[
            ['yes', 'Some'],
            ['no', 'None'],
          ]}
        />
        <Select
          label="Satisfaction"
          none="Any"
          value={satisfaction}
          onChange={setSatisfaction}
          options={[
            ['low', '2.5 or less'],
            ['high', '4 or more'],
          ]}
        />
      </search>
      <Listed pages={pages} empty={<Empty title="No patient found">Try fewer words, or other filters.</Empty>}>
        <Table
          caption="Patients"
          rows={pages.nodes}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/patients/${id}`}
          sorting={sorting}
          columns={[
            { title: 'Name', orders: 'LAST_NAME', cell: ({ firstName, lastName }) => `${lastName}, ${firstName}` },
            { title: 'Born', cell: ({ dateOfBirth }) => <Day on={dateOfBirth} /> },
            { title: 'MRN', cell: ({ mrn }) => mrn },
            { title: 'Payer', cell: ({ payer }) => payer?.name },
            { title: 'Coverage', cell: ({ verificationStatus }) => verificationStatus && <Pill of={verificationStatus} /> },
            { title: 'Adverse events', cell: ({ hasAdverseEvents }) => hasAdverseEvents && <Pill of="reported" tone="bad" /> },
            { title: 'Satisfaction', cell: ({ avgSatisfactionScore: score }) => score?.toFixed(1) },
            { title: 'Status', cell: ({ status }) => <Pill of={status} /> },
            { title: 'Changed', orders: 'UPDATED_AT', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
          ]}
        />
      </Listed>
    </>
  )
}
