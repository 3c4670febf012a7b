import { useEffect, useState } from 'react'
import { useSubscription } from 'urql'
import {
  WorkChangedDocument,
  type WorkKind,
  WorkQueueDocument,
  type WorkQueueFilter,
  type WorkRowFragment,
} from '../generated/documents.ts'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { useShortcuts } from '../shell/shortcuts.tsx'
import { usePages } from '../shell/use-pages.ts'
import { useParam } from '../shell/use-param.ts'
import { Pill, words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Listed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { age, Time } from '../ui/time.tsx'
import { ItemDetail } from '../work/item-detail.tsx'
import { useDecide } from '../work/use-decide.ts'
import './work.css'

/** The queue of everything that waits for staff, the most urgent first. */
export default function Work() {
  const { caller } = useCaller()
  const [kind, setKind] = useParam('kind')
  const [who, setWho] = useParam('who')
  const [due, setDue] = useParam('due')
  const [open, setOpen] = useParam('item')
  const [at, setAt] = useState(0)
  const me = caller.staffMember?.id
  const filter: WorkQueueFilter = {
    ...(kind && { kinds: [kind as WorkKind] }),
    ...(who === 'nobody' ? { unassigned: true } : who === 'me' && me ? { assigneeId: me } : {}),
    ...(due && { overdue: due === 'overdue' }),
  }
  const pages = usePages(WorkQueueDocument, { filter }, ({ workQueue }) => workQueue)
  const taking = useDecide(pages.refresh)
  const [{ data: change }] = useSubscription({ query: WorkChangedDocument })
  const { refresh } = pages
  // Changes often come several at once.
  useEffect(() => {
    if (!change) return
    const timer = setTimeout(refresh, 300)
    return () => clearTimeout(timer)
  }, [change, refresh])

  const { nodes, data } = pages
  const marked = nodes[Math.min(at, nodes.length - 1)]
  const move = (by: number) => setAt((now) => Math.max(0, Math.min(nodes.length - 1, now + by)))
  useShortcuts('Work', {
    j: ['Next item', () => move(1)],
    k: ['Previous item', () => move(-1)],
    Enter: ['Open the item', () => marked && setOpen(String(marked.id))],
    t: ['Take the item', take],
    d: ['Decide: to the buttons', () => (document.querySelector('#decisions button') as HTMLElement | null)?.focus()],
    Escape: ['Close the item', () => setOpen(undefined)],
  })
  function take() {
    if (!marked) return
    if (me === undefined) return notify('A key is nobody whom work could be given to. Sign in as a person, or assign it to somebody.')
    void taking.assign(marked, { assigneeId: me }, 'It is yours')
  }

  const kinds = data?.workQueue.countsByKind ?? []
  return (
    <>
      <header className="page-head">
        <h1>Work</h1>
        <p className="muted">{data && `${data.workQueue.totalCount.toLocaleString()} waiting`}</p>
      </header>
      <div className="filters">
        <Select
          label="Kind"
          none="All kinds"
          value={kind}
          onChange={setKind}
          options={kinds.map((count) => [count.kind, `${words(count.kind)} (${count.count.toLocaleString()})`])}
        />
        <Select
          label="Person"
          none="Anybody"
          value={who}
          onChange={setWho}
          options={[...(me ? [['me', 'Me'] as const] : []), ['nobody', 'Nobody yet']]}
        />
        <Select
          label="Due"
          none="Any time"
          value={due}
          onChange={setDue}
          options={[
            ['overdue', 'Overdue'],
            ['in-time', 'Not overdue'],
          ]}
        />
      </div>
      {taking.conflict && (
        <p className="warning">Somebody else changed this item first; it was not taken. The list shows it as it stands now.</p>
      )}
      {taking.trouble && <p className="trouble">{taking.trouble}</p>}
      <div className={open ? 'work' : 'work alone'}>
        <Listed pages={pages} empty={<Empty title="Nothing waits">Everything that these filters select is decided.</Empty>}>
          <Table
            caption="Work queue"
            columns={columns}
            rows={nodes}
            keyOf={({ id }) => id}
            current={marked?.id}
            linkOf={({ id }) =>
              `/work?${new URLSearchParams({ ...(kind && { kind }), ...(who && { who }), ...(due && { due }), item: String(id) })}`
            }
          />
        </Listed>
        {open && <ItemDetail key={open} id={Number(open)} changed={refresh} />}
      </div>
    </>
  )
}

const columns = [
  { title: 'What', cell: ({ kind }: WorkRowFragment) => words(kind) },
  { title: 'Priority', cell: ({ priority }: WorkRowFragment) => <Pill of={priority} /> },
  {
    title: 'Patient',
    cell: ({ patient }: WorkRowFragment) =>
      patient ? `${patient.firstName} ${patient.lastName}` : <span className="muted">Nobody known</span>,
  },
  { title: 'State', wide: true, cell: ({ state }: WorkRowFragment) => <Pill of={state} /> },
  { title: 'Age', wide: true, cell: ({ ageHours }: WorkRowFragment) => age(ageHours) },
  { title: 'Due', wide: true, cell: ({ dueAt, overdue }: WorkRowFragment) => (overdue ? <Pill of="overdue" /> : <Time at={dueAt} />) },
  { title: 'Assigned', wide: true, cell: ({ assignee }: WorkRowFragment) => assignee?.name ?? <span className="muted">Nobody</span> },
]
