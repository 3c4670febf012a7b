import { useEffect } from 'react'
import { PoliciesDocument, type SourceState } from '../generated/documents.ts'
import { count, counted } from '../parts/formats.ts'
import { usePayers } from '../patient/patient-fields.tsx'
import { AddPolicy } from '../policies/add-policy.tsx'
import { Policy } from '../policies/policy.tsx'
import { anyPayer, payerOf, states, titleOf } from '../policies/policy-words.ts'
import { useCaller } from '../shell/caller.tsx'
import { useLinkTo } from '../shell/use-link-to.ts'
import { usePages } from '../shell/use-pages.ts'
import { useParam } from '../shell/use-param.ts'
import { Pill } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Listed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Day, Time } from '../ui/time.tsx'
import './work.css'

/** The payers' policies that requirements are read from, and beside them what is read from the one that is open. */
export default function Policies() {
  const { may } = useCaller()
  const [payerId, setPayer] = useParam('payer')
  const [state, setState] = useParam<SourceState>('state', ['queued', 'ready', 'failed'])
  const [open, setOpen] = useParam('policy')
  const { payers } = usePayers()
  const filter = { ...(payerId && { payerId }), ...(state && { states: [state] }) }
  const pages = usePages(PoliciesDocument, { filter }, ({ policyDocuments }) => policyDocuments)
  const { nodes, refresh } = pages
  // Asks again after each answer while one is being read.
  useEffect(() => {
    if (!nodes.some((one) => one.state === 'queued')) return
    const timer = setTimeout(() => void refresh(), 1500)
    return () => clearTimeout(timer)
  }, [nodes, refresh])
  const linkTo = useLinkTo('policy')
  return (
    <>
      <header className="page-head">
        <h1>Payer policies</h1>
        <div className="row">
          <p className="muted">{pages.data && counted(pages.data.policyDocuments.totalCount, 'policy', 'policies')}</p>
          {may('library') && <AddPolicy payers={payers} onAdded={() => void refresh()} />}
        </div>
      </header>
      <search className="filters">
        <Select label="Payer" none="Any" value={payerId} onChange={setPayer} options={[anyPayer, ...payers]} />
        <Select label="State" none="Any" value={state} onChange={setState} options={Object.entries(states) as [SourceState, string][]} />
      </search>
      <div className={open ? 'work broad' : 'work alone'}>
        <Listed
          pages={pages}
          empty={<Empty title="No policy here">Without a policy of a payer nothing is said of what it requires.</Empty>}
        >
          <Table
            caption="Policies"
            rows={nodes}
            keyOf={({ id }) => id}
            current={Number(open)}
            linkOf={({ id }) => linkTo(id)}
            columns={[
              { title: 'Policy', cell: titleOf },
              { title: 'Payer', cell: payerOf },
              { title: 'State', cell: (row) => <Pill of={row.state} called={states[row.state]} /> },
              { title: 'Medicines', number: true, cell: ({ ruleCount }) => count(ruleCount) },
              {
                title: 'To decide',
                number: true,
                cell: ({ openReadings }) => openReadings > 0 && <Pill of="open" called={count(openReadings)} />,
              },
              { title: 'Effective', cell: ({ effectiveDate }) => effectiveDate && <Day on={effectiveDate} /> },
              { title: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
            ]}
          />
        </Listed>
        {open && (
          <Policy
            key={open}
            id={Number(open)}
            changed={nodes.find(({ id }) => id === Number(open))?.updatedAt}
            onRemoved={() => {
              setOpen(undefined)
              void refresh()
            }}
          />
        )}
      </div>
    </>
  )
}
