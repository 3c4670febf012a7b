import { useQuery } from 'urql'
import { Link } from 'wouter'
import { PaCaseDocument, type PaCaseStatus, PaCasesDocument } from '../generated/documents.ts'
import { usePages } from '../shell/use-pages.ts'
import { useParam } from '../shell/use-param.ts'
import { Definitions } from '../ui/definitions.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Answered, Empty, Listed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { ageSince, Time } from '../ui/time.tsx'
import { Decide } from '../work/decide.tsx'
import './work.css'

const states = ['open', 'pending', 'approved', 'denied', 'not_required'] as const

/** Prior authorizations by state, the oldest first, and beside them the case that is open. */
export default function PriorAuthorization() {
  const [state, setState] = useParam('state')
  const [order = 'oldest', setOrder] = useParam('order')
  const [open] = useParam('case')
  const filter = state ? { statuses: [state as PaCaseStatus] } : {}
  const direction = order === 'oldest' ? ('ASC' as const) : ('DESC' as const)
  const pages = usePages(PaCasesDocument, { filter, orderBy: { field: 'CREATED_AT' as const, direction } }, ({ paCases }) => paCases)
  const kept: Record<string, string> = state ? { state } : {}
  return (
    <>
      <header className="page-head">
        <h1>Prior authorization</h1>
        <p className="muted">{pages.data && `${pages.data.paCases.totalCount.toLocaleString()} cases`}</p>
      </header>
      <div className="filters">
        <Select label="State" none="All states" value={state} onChange={setState} options={states.map((value) => [value, words(value)])} />
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
      <div className={open ? 'work' : 'work alone'}>
        <Listed pages={pages} empty={<Empty title="No case">No prior authorization is in this state.</Empty>}>
          <Table
            caption="Prior authorizations"
            rows={pages.nodes}
            keyOf={({ id }) => id}
            current={Number(open)}
            linkOf={({ id }) => `/prior-authorization?${new URLSearchParams({ ...kept, case: String(id) })}`}
            columns={[
              { title: 'Medicine', cell: ({ medicationName }) => medicationName ?? 'Coverage as a whole' },
              { title: 'Patient', cell: ({ patient }) => `${patient.firstName} ${patient.lastName}` },
              { title: 'Payer', wide: true, cell: ({ payer }) => payer?.name },
              { title: 'State', cell: ({ status }) => <Pill of={status} /> },
              { title: 'Age', cell: ({ createdAt }) => ageSince(createdAt) },
            ]}
          />
        </Listed>
        {open && <PaCase key={open} id={Number(open)} changed={pages.refresh} />}
      </div>
    </>
  )
}

function PaCase({ id, changed }: { id: number; changed: () => void }) {
  const [result, ask] = useQuery({ query: PaCaseDocument, variables: { id } })
  const done = () => {
    ask({ requestPolicy: 'network-only' })
    changed()
  }
  return (
    <aside className="card detail" aria-label="The case">
      <Answered result={result}>
        {({ paCase: one }) =>
          one ? (
            <>
              <header className="row">
                <h2>{one.medicationName ?? 'Medicine not known'}</h2>
                <Pill of={one.status} />
              </header>
              <Definitions
                of={[
                  [
                    'Patient',
                    <Link key="patient" href={`/patients/${one.patient.id}`}>{`${one.patient.firstName} ${one.patient.lastName}`}</Link>,
                  ],
                  ['Payer', one.payer?.name],
                  ['The policy says', one.requirement && <Pill of={one.requirement} />],
                  ['Step therapy', one.stepTherapyRequired === null ? null : one.stepTherapyDrugs.join(', ') || 'None'],
                  ['Reference number', one.referenceNumber],
                  ['Opened', <Time key="opened" at={one.createdAt} />],
                ]}
              />
              {one.criteria.length > 0 && (
                <section className="stack">
                  <h3>Requirements</h3>
                  <ul>
                    {one.criteria.map((criterion) => (
                      <li key={criterion}>{criterion}</li>
                    ))}
                  </ul>
                </section>
              )}
              {one.sources.map(({ title, header, page, quote, url }) => (
                <figure key={title + quote}>
                  <blockquote>{quote}</blockquote>
                  <figcaption className="muted small">
                    {url ? (
                      <a href={url} rel="noreferrer">
                        {title}
                      </a>
                    ) : (
                      title
                    )}
                    {header && `, ${header}`}
                    {page !== null && `, page ${page}`}
                  </figcaption>
                </figure>
              ))}
              <Decide work={one.work} kind="pa_case" state={one.status} done={done} />
              <section className="stack">
                <h3>History</h3>
                <ol className="history">
                  {one.history.map((step) => (
                    <li key={step.createdAt + step.toStatus}>
                      <strong>{words(step.toStatus)}</strong> <span className="muted">by {step.by}, </span>
                      <Time at={step.createdAt} />
                      {step.note && <p>{step.note}</p>}
                    </li>
                  ))}
                </ol>
              </section>
            </>
          ) : (
            <Empty title="There is no such case" />
          )
        }
      </Answered>
    </aside>
  )
}
