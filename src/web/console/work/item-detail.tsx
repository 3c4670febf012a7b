import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { ColleaguesDocument, WorkDetailDocument, type WorkDetailQuery } from '../generated/documents.ts'
import { useCaller } from '../shell/caller.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { Outcome } from './conflict.tsx'
import { Decide } from './decide.tsx'
import { deciders } from './decisions.ts'
import { ItemRecord } from './item-record.tsx'
import { kindNames } from './kinds.ts'
import { NoteAlone } from './note-alone.tsx'
import { useDecide } from './use-decide.ts'

type Item = NonNullable<WorkDetailQuery['workItem']>

/** One item of the queue: what it is about, what may be done, and what was done. */
export function ItemDetail({ id, changed, onShown }: { id: number; changed: () => void; onShown: () => void }) {
  const [result, ask] = useQuery({ query: WorkDetailDocument, variables: { id } })
  const shown = result.data?.workItem != null
  // Told once, when the item is there.
  useEffect(() => {
    if (shown) onShown()
  }, [shown])
  const done = () => {
    ask({ requestPolicy: 'network-only' })
    changed()
  }
  return (
    <aside className="card detail" aria-label="The item">
      <Answered result={result}>
        {({ workItem }) => (workItem ? <Detail item={workItem} done={done} /> : <Empty title="This item is gone" />)}
      </Answered>
    </aside>
  )
}

function Detail({ item, done }: { item: Item; done: () => void }) {
  const { patient, record, history } = item
  return (
    <>
      <header className="row">
        <h2>{kindNames[item.kind]}</h2>
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
      <Decide work={item} kind={item.kind} state={item.state} done={done} />
      <Assign item={item} done={done} />
      <NoteAlone item={item} done={done} />
      <section className="stack">
        <h3>History</h3>
        <ol className="history">
          {[...history.edges].reverse().map(({ node }) => (
            <li key={node.id}>
              <strong>{words(node.kind)}</strong> {node.toValue && words(node.toValue)} <span className="muted">by {node.actor}</span>
              <br />
              <span className="muted small">
                <Time at={node.at} />
              </span>
              {node.note && <p className="prose">{node.note}</p>}
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function Assign({ item, done }: { item: Item; done: () => void }) {
  const { may } = useCaller()
  const [{ data }] = useQuery({ query: ColleaguesDocument })
  const [due, setDue] = useState('')
  const deciding = useDecide(done)
  if (!may(deciders[item.kind], 'care')) return null
  const people = data?.staffMembers.edges.map(({ node }) => [String(node.id), node.name] as const) ?? []
  return (
    <section className="stack" aria-label="Who and when">
      <Outcome of={deciding} />
      <Select
        label="Assigned to"
        none="Nobody"
        value={item.assigneeId?.toString()}
        options={people}
        onChange={(id) => void deciding.assign(item, { assigneeId: id ? Number(id) : null }, 'Assigned')}
      />
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          void deciding.assign(item, { dueAt: due ? new Date(due).toISOString() : null }, 'Due date set')
        }}
      >
        <Field label="Due" type="datetime-local" value={due} onChange={setDue} />
        <Button type="submit" isDisabled={deciding.busy}>
          {due || !item.dueAt ? 'Set' : 'Remove'}
        </Button>
        {item.dueAt && (
          <span className="muted small">
            Now <Time at={item.dueAt} />
          </span>
        )}
      </form>
    </section>
  )
}
