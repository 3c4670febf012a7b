import { type PaCaseStatus, PaCasesDocument } from '../generated/documents.ts'
import { counted } from '../parts/formats.ts'
import { PaCase } from '../prior-authorization/pa-case.tsx'
import { Pipeline } from '../prior-authorization/pipeline.tsx'
import { usePages } from '../shell/use-pages.ts'
import { useParam } from '../shell/use-param.ts'
import { Pill } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Listed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { ageSince } from '../ui/time.tsx'
import './work.css'

/** Prior authorizations by state, the oldest first, and beside them the case that is open. */
export default function PriorAuthorization() {
  const [state] = useParam('state')
  const [order = 'oldest', setOrder] = useParam('order')
  const [open] = useParam('case')
  // The cases of the coverage itself gather verifications; nobody decides them.
  const filter = { forMedicine: true, ...(state && { statuses: [state as PaCaseStatus] }) }
  const direction = order === 'oldest' ? ('ASC' as const) : ('DESC' as const)
  const pages = usePages(PaCasesDocument, { filter, orderBy: { field: 'CREATED_AT' as const, direction } }, ({ paCases }) => paCases)
  const kept: Record<string, string> = state ? { state } : {}
  return (
    <>
      <header className="page-head">
        <h1>Prior authorization</h1>
        <p className="muted">{pages.data && counted(pages.data.paCases.totalCount, 'case')}</p>
      </header>
      <Pipeline
        chosen={state as PaCaseStatus | undefined}
        address={(next) => `/prior-authorization?${new URLSearchParams({ ...(next && { state: next }), ...(open && { case: open }) })}`}
        moved={pages.data}
      />
      <div className="filters">
        <Select
          label="Order"
          value={order}
          onChange={setOrder}
          options={[
            ['oldest', 'Oldest first'],
            ['newest', 'Newest first'],
          ]}
        />
      </div>
      <div className={open ? 'work broad' : 'work alone'}>
        <Listed pages={pages} empty={<Empty title="No case found">No prior authorization is in this state.</Empty>}>
          <Table
            caption="Prior authorizations"
            rows={pages.nodes}
            keyOf={({ id }) => id}
            current={Number(open)}
            linkOf={({ id }) => `/prior-authorization?${new URLSearchParams({ ...kept, case: String(id) })}`}
            columns={[
              { title: 'Medicine', cell: ({ medicationName }) => medicationName },
              { title: 'Patient', cell: ({ patient }) => <span className="nowrap">{`${patient.firstName} ${patient.lastName}`}</span> },
              { title: 'Payer', cell: ({ payer }) => payer?.name },
              { title: 'State', cell: ({ status }) => <Pill of={status} /> },
              { title: 'Age', cell: ({ createdAt }) => <span className="nowrap">{ageSince(createdAt)}</span> },
              { title: 'Reference', cell: ({ referenceNumber }) => referenceNumber },
            ]}
          />
        </Listed>
        {open && <PaCase key={open} id={Number(open)} changed={pages.refresh} />}
      </div>
    </>
  )
}
