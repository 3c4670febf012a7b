import { useEffect, useRef, useState } from 'react'
import {
  type Priority,
  type WorkKind,
  WorkQueueDocument,
  type WorkQueueFilter,
  type WorkRowFragment,
  type WorkSubjectFragment,
} from '../generated/documents.ts'
import { count } from '../parts/formats.ts'
import { useColleagues } from '../parts/use-actor-name.ts'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { SavedViews } from '../shell/saved-views.tsx'
import { useShortcuts } from '../shell/shortcuts.tsx'
import { useLinkTo } from '../shell/use-link-to.ts'
import { useOrder } from '../shell/use-order.ts'
import { usePages } from '../shell/use-pages.ts'
import { useParam } from '../shell/use-param.ts'
import { Pill, words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Listed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { age, Time } from '../ui/time.tsx'
import { Bulk } from '../work/bulk.tsx'
import { DueRules } from '../work/due-rules.tsx'
import { ItemDetail } from '../work/item-detail.tsx'
import { kindNames, priorities, subjectOf } from '../work/kinds.ts'
import { useDecide } from '../work/use-decide.ts'
import './work.css'

/** As many as the service decides in one request. */
const mostAtOnce = 200

/** The queue of everything that waits for staff, the most urgent first. */
export default function Work() {
  const { caller, may } = useCaller()
  const [kind, setKind] = useParam('kind')
  const [who, setWho] = useParam('who')
  const [priority, setPriority] = useParam('priority')
  const [due, setDue] = useParam('due')
  const colleagues = useColleagues()
  const [open, setOpen] = useParam('item')
  const [at, setAt] = useState(0)
  // An item is there a moment after it is opened; what takes the focus then.
  const awaited = useRef<'buttons' | 'heading'>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const opened = useRef(open)
  opened.current = open
  useEffect(
    () => () => {
      opened.current = undefined
    },
    [],
  )
  const [chosen, choose] = useState<ReadonlySet<string | number>>(new Set())
  const me = caller.staffMember?.id
  const filter: WorkQueueFilter = {
    ...(kind && { kinds: [kind as WorkKind] }),
    ...assignedTo(who, me),
    ...(priority && { priority: priority as Priority }),
    ...(due && { overdue: due === 'overdue' }),
  }
  const sorting = useOrder({ DUE: 'ASC', OPENED: 'ASC' })
  const linkTo = useLinkTo('item')
  const pages = usePages(WorkQueueDocument, { filter, orderBy: sorting.orderBy }, ({ workQueue }) => workQueue)
  const { refresh } = pages
  const taking = useDecide(() => void refresh())

  const { nodes, data } = pages
  // What is open is what the keys act on, if it is in the list; where nothing is open, the row that is marked.
  const openAt = nodes.findIndex(({ id }) => String(id) === open)
  const marked = nodes[open === undefined ? Math.min(at, nodes.length - 1) : openAt]
  const move = (by: number) => {
    const next = Math.max(0, Math.min(nodes.length - 1, (openAt < 0 ? at : openAt) + by))
    setAt(next)
    if (open && nodes[next]) setOpen(String(nodes[next].id))
    showMarked()
  }
  /** After an item has left the queue the one that followed it is open, in its place. */
  const goOn = async (decided: number) => {
    const refreshed = refresh()
    const place = nodes.findIndex(({ id }) => id === decided)
    // What follows the last row that is loaded is on the next page.
    const shown = place === nodes.length - 1 && pages.hasMore ? ((await refreshed) ?? nodes) : nodes
    // Whoever has gone elsewhere meanwhile stays there.
    if (opened.current !== String(decided)) return undefined
    const others = shown.filter(({ id }) => id !== decided)
    const next = others[Math.min(Math.max(place, 0), others.length - 1)]
    setAt(next ? others.indexOf(next) : 0)
    setOpen(next && String(next.id))
    if (!next) {
      document.getElementById('main')?.focus()
      return 'Nothing else waits here.'
    }
    awaited.current = 'heading'
    showMarked()
    return `Next: ${nameOf(next)}.`
  }
  useShortcuts('Work', {
    j: ['Next item', () => move(1)],
    k: ['Previous item', () => move(-1)],
    Enter: ['Open the item', () => marked && setOpen(String(marked.id))],
    t: ['Take the item', take],
    d: ['Decide: to the buttons', decide],
    Escape: ['Close the item', () => setOpen(undefined)],
  })
  function take() {
    if (!marked) return
    if (me === undefined) return notify('You are signed in by a key, which work cannot be given to. Assign it to a person instead.')
    void taking.assign(marked, { assigneeId: me }, 'This work is yours.')
  }

  function decide() {
    if (open) focusDecisions()
    else if (marked) {
      awaited.current = 'buttons'
      setOpen(String(marked.id))
    }
  }

  const kinds = data?.workQueue.countsByKind ?? []
  return (
    <>
      <header className="page-head">
        <h1>Work</h1>
        <p className="muted">{data && `${count(data.workQueue.totalCount)} waiting`}</p>
      </header>
      <div className="filters">
        <Select
          label="Kind"
          none="All kinds"
          value={kind}
          onChange={setKind}
          options={kinds.map((of) => [of.kind, `${kindNames[of.kind]} (${count(of.count)})`])}
        />
        <Select
          label="Person"
          none={me ? 'Me, or nobody yet' : 'Anybody'}
          value={who}
          onChange={setWho}
          options={[
            ...(me
              ? ([
                  ['me', 'Me'],
                  ['anybody', 'Anybody'],
                ] as const)
              : []),
            ['nobody', 'Nobody yet'],
            ...colleagues.filter(([id]) => id !== String(me)),
          ]}
        />
        <Select
          label="Priority"
          none="Any"
          value={priority}
          onChange={setPriority}
          options={priorities.map((value) => [value, words(value)])}
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
        <SavedViews path="/work" open="item" />
        <DueRules />
      </div>
      {taking.conflict && (
        <p className="warning">Somebody else changed this item first; it was not taken. The list shows it as it stands now.</p>
      )}
      {taking.trouble && <p className="trouble">{taking.trouble}</p>}
      <Bulk
        items={nodes.filter(({ id }) => chosen.has(id)).slice(0, mostAtOnce)}
        done={(left) => {
          choose(left)
          void refresh()
        }}
      />
      <div className={open ? 'work queue' : 'work queue alone'}>
        <Listed pages={pages} empty={<Empty title="Nothing waits">Everything that these filters select is decided.</Empty>}>
          <Table
            caption="Work queue"
            sorting={sorting}
            columns={columns}
            rows={nodes}
            keyOf={({ id }) => id}
            current={marked?.id}
            {...(may('patients_write', 'safety_review', 'benefits', 'care') && { choosing: { chosen, choose, nameOf } })}
            linkOf={({ id }) => linkTo(id)}
          />
        </Listed>
        {open && (
          <ItemDetail
            key={open}
            id={Number(open)}
            heading={heading}
            changed={(closed) => (closed ? goOn(Number(open)) : void refresh())}
            onShown={() => {
              if (awaited.current === 'buttons') focusDecisions()
              else if (awaited.current === 'heading') heading.current?.focus()
              awaited.current = undefined
            }}
          />
        )}
      </div>
    </>
  )
}

/** Nobody chosen is what is theirs or nobody's yet; for a key, which has nothing itself, everybody's. */
function assignedTo(who: string | undefined, me: number | undefined): WorkQueueFilter {
  if (who === 'nobody') return { unassigned: true }
  if (who === 'me' && me) return { assigneeId: me }
  if (Number(who)) return { assigneeId: Number(who) }
  return who === undefined && me ? { forMe: true } : {}
}

const focusDecisions = () => document.querySelector<HTMLElement>('#decisions button')?.focus()

/** Once it is marked, the row is in sight. */
const showMarked = () => requestAnimationFrame(() => document.querySelector('tr[aria-current]')?.scrollIntoView({ block: 'nearest' }))

type Row = WorkRowFragment & WorkSubjectFragment

const nameOf = (row: Row) => {
  const { kind, patient } = row
  return [kindNames[kind], patient ? `${patient.firstName} ${patient.lastName}` : subjectOf(row)].filter(Boolean).join(', ')
}

const columns = [
  {
    title: 'What',
    cell: (row: Row) => (
      <>
        {kindNames[row.kind]}
        <span className="under clipped">{subjectOf(row)}</span>
      </>
    ),
  },
  { title: 'Priority', cell: ({ priority }: Row) => <Pill of={priority} /> },
  { title: 'Patient', cell: ({ patient }: Row) => patient && <span className="nowrap">{`${patient.firstName} ${patient.lastName}`}</span> },
  { title: 'State', cell: ({ state }: Row) => <Pill of={state} /> },
  { title: 'Opened', orders: 'OPENED' as const, cell: ({ ageHours }: Row) => <span className="nowrap">{age(ageHours)} ago</span> },
  {
    title: 'Due',
    orders: 'DUE' as const,
    cell: ({ dueAt, overdue }: Row) => (overdue ? <Pill of="overdue" /> : dueAt && <Time at={dueAt} />),
  },
  { title: 'Assigned', cell: ({ assignee }: Row) => assignee?.name },
]
