import { type Ref, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { WorkDetailDocument, type WorkDetailQuery } from '../generated/documents.ts'
import { localTime } from '../parts/formats.ts'
import { useColleagues } from '../parts/use-actor-name.ts'
import { useCaller } from '../shell/caller.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Pill } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Outcome } from './conflict.tsx'
import { Decide } from './decide.tsx'
import { deciders } from './decisions.ts'
import { History } from './history.tsx'
import { ItemRecord } from './item-record.tsx'
import { kindNames } from './kinds.ts'
import { type OnDecided, useDecide } from './use-decide.ts'

type Item = NonNullable<WorkDetailQuery['workItem']>

interface Props {
  id: number
  changed: OnDecided
  onShown: () => void
  /** What takes the focus of whoever comes from the item before. */
  heading: Ref<HTMLHeadingElement>
}

/** One item of the queue: what it is about, what may be done, and what was done. */
export function ItemDetail({ id, changed, onShown, heading }: Props) {
  const [result, ask] = useQuery({ query: WorkDetailDocument, variables: { id } })
  const shown = result.data?.workItem != null
  // Told once, when the item is there.
  useEffect(() => {
    if (shown) onShown()
  }, [shown])
  const done: OnDecided = (closed) => {
    ask({ requestPolicy: 'network-only' })
    return changed(closed)
  }
  return (
    <aside className="card detail" aria-label="The item">
      <Answered result={result}>
        {({ workItem }) => (workItem ? <Detail item={workItem} done={done} heading={heading} /> : <Empty title="This item is gone" />)}
      </Answered>
    </aside>
  )
}

function Detail({ item, done, heading }: { item: Item; done: OnDecided; heading: Ref<HTMLHeadingElement> }) {
  const { patient, record, history } = item
  return (
    <>
      <header className="row">
        <h2 ref={heading} tabIndex={-1}>
          {kindNames[item.kind]}
        </h2>
        <Pill of={item.priority} />
        <Pill of={item.state} />
      </header>
      {patient && (
        <p>
          <Link href={`/patients/${patient.id}`}>
            {patient.firstName} {patient.lastName}
          </Link>
        </p>
      )}
      {record ? <ItemRecord record={record} /> : <p>The record no longer exists.</p>}
      <Decide
        work={item}
        kind={item.kind}
        state={item.state}
        {...(record?.__typename === 'PaCase' && { awaits: record.awaits })}
        {...(record?.__typename === 'BenefitDiscrepancy' && { disputed: record })}
        done={done}
      />
      <Assign item={item} done={done} />
      <History of={history} />
    </>
  )
}

function Assign({ item, done }: { item: Item; done: OnDecided }) {
  const { caller, may } = useCaller()
  const people = useColleagues()
  const set = localTime(item.dueAt)
  const [due, setDue] = useState(set)
  // What a colleague set meanwhile is shown.
  useEffect(() => setDue(set), [set])
  const deciding = useDecide(done)
  if (!may(deciders[item.kind], 'care')) return null
  const me = caller.staffMember?.id
  const assignedTo = (id: string | undefined) =>
    id === undefined ? 'Assigned to nobody.' : `Assigned to ${people.find(([one]) => one === id)?.[1]}.`
  return (
    <section className="stack" aria-label="Who and when">
      <Outcome of={deciding} />
      <div className="row with-button">
        <Select
          label="Assigned to"
          none="Nobody"
          value={item.assigneeId?.toString()}
          options={people}
          onChange={(id) => void deciding.assign(item, { assigneeId: id ? Number(id) : null }, assignedTo(id))}
        />
        {me !== undefined && me !== item.assigneeId && (
          <Button isDisabled={deciding.busy} onClick={() => void deciding.assign(item, { assigneeId: me }, 'This work is yours.')}>
            Take
          </Button>
        )}
      </div>
      {item.kind !== 'safety_report' && (
        <form
          className="row with-button"
          onSubmit={(event) => {
            event.preventDefault()
            void deciding.assign(item, { dueAt: due ? new Date(due).toISOString() : null }, due ? 'Due date set.' : 'Due date removed.')
          }}
        >
          <Field label="Due" type="datetime-local" value={due} onChange={setDue} />
          <Button type="submit" isDisabled={deciding.busy || due === set}>
            Set
          </Button>
        </form>
      )}
    </section>
  )
}
