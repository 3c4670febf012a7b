import { useState } from 'react'
import { type PaCaseFilter, type PaCaseStatus, PaCasesDocument } from '../generated/documents.ts'
import { counted } from '../parts/formats.ts'
import { useColleagues } from '../parts/use-actor-name.ts'
import { useSettled } from '../parts/use-settled.ts'
import { usePayers } from '../patient/patient-fields.tsx'
import { PaCase } from '../prior-authorization/pa-case.tsx'
import { PayerTimes } from '../prior-authorization/payer-times.tsx'
import { Pipeline } from '../prior-authorization/pipeline.tsx'
import { useCaller } from '../shell/caller.tsx'
import { SavedViews } from '../shell/saved-views.tsx'
import { useLinkTo } from '../shell/use-link-to.ts'
import { useOrder } from '../shell/use-order.ts'
import { usePages } from '../shell/use-pages.ts'
import { useParam } from '../shell/use-param.ts'
import { Field } from '../ui/field.tsx'
import { Pill } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Listed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { ageSince, Time } from '../ui/time.tsx'
import './work.css'

const oldestFirst = { field: 'CREATED_AT', direction: 'ASC' } as const

/** Prior authorizations by state, the oldest first, and beside them the case that is open. */
export default function PriorAuthorization() {
  const [state] = useParam('state')
  const [open] = useParam('case')
  const { may } = useCaller()
  // The cases of the coverage itself gather verifications; nobody decides them.
  const [payerId, setPayer] = useParam('payer')
  const [assigneeId, setAssignee] = useParam('assignee')
  const [due, setDue] = useParam('due', ['overdue', 'week', 'appeal', 'renewal'])
  const [medicine, setMedicine] = useState('')
  const medication = useSettled(medicine).trim()
  const { payers } = usePayers()
  const people = useColleagues()
  // The minute in which the page was opened: a filter that changes with each look would be asked for each time.
  const [now] = useState(() => Date.now())
  const filter: PaCaseFilter = {
    forMedicine: true,
    ...(state && { statuses: [state as PaCaseStatus] }),
    ...(payerId && { payerId }),
    ...(medication && { medication }),
    ...(assigneeId && { assigneeId: Number(assigneeId) }),
    ...((due === 'appeal' || due === 'renewal') && { awaits: due }),
    ...((due === 'overdue' || due === 'week') && { dueBefore: new Date(now + (due === 'week' ? 7 * 86_400_000 : 0)).toISOString() }),
  }
  const sorting = useOrder({ CREATED_AT: 'ASC', UPDATED_AT: 'DESC' })
  const orderBy = sorting.orderBy ?? oldestFirst
  const pages = usePages(PaCasesDocument, { filter, orderBy }, ({ paCases }) => paCases)
  const linkTo = useLinkTo('case')
  return (
    <>
      <header className="page-head">
        <h1>Prior authorization</h1>
        <div className="row">
          <p className="muted">{pages.data && counted(pages.data.paCases.totalCount, 'case')}</p>
          {may('benefits') && <PayerTimes />}
        </div>
      </header>
      <Pipeline
        chosen={state as PaCaseStatus | undefined}
        address={(next) => `/prior-authorization?${new URLSearchParams({ ...(next && { state: next }), ...(open && { case: open }) })}`}
        moved={pages.data}
      />
      <search className="filters">
        <Field label="Medicine" type="search" autoComplete="off" value={medicine} onChange={setMedicine} />
        <Select label="Payer" none="Any" value={payerId} onChange={setPayer} options={payers} />
        <Select label="Assigned to" none="Anybody" value={assigneeId} onChange={setAssignee} options={people} />
        <Select
          label="Due"
          none="Any time"
          value={due}
          onChange={setDue}
          options={[
            ['overdue', 'Overdue'],
            ['week', 'Within a week'],
            ['appeal', 'Appeals'],
            ['renewal', 'Renewals'],
          ]}
        />
        <SavedViews path="/prior-authorization" open="case" />
      </search>
      <div className={open ? 'work broad' : 'work alone'}>
        <Listed pages={pages} empty={<Empty title="No case found">No prior authorization is in this state.</Empty>}>
          <Table
            caption="Prior authorizations"
            sorting={sorting}
            rows={pages.nodes}
            keyOf={({ id }) => id}
            current={Number(open)}
            linkOf={({ id }) => linkTo(id)}
            columns={[
              { title: 'Medicine', cell: ({ medicationName }) => medicationName },
              { title: 'Patient', cell: ({ patient }) => <span className="nowrap">{`${patient.firstName} ${patient.lastName}`}</span> },
              { title: 'Payer', cell: ({ payer }) => payer?.name },
              { title: 'State', cell: ({ status }) => <Pill of={status} /> },
              { title: 'Due', cell: ({ work }) => work?.dueAt && <Time at={work.dueAt} /> },
              { title: 'Opened', orders: 'CREATED_AT', cell: ({ createdAt }) => <span className="nowrap">{ageSince(createdAt)} ago</span> },
              { title: 'Changed', orders: 'UPDATED_AT', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
              { title: 'Reference', cell: ({ referenceNumber }) => referenceNumber },
            ]}
          />
        </Listed>
        {open && <PaCase key={open} id={Number(open)} changed={pages.refresh} />}
      </div>
    </>
  )
}
