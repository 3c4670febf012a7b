import { useState } from 'react'
import { useClient } from 'urql'
import { DecideWorkDocument, type WorkDecision, type WorkRowFragment } from '../generated/documents.ts'
import { counted } from '../parts/formats.ts'
import { useColleagues } from '../parts/use-actor-name.ts'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { wordsOf } from '../ui/states.tsx'
import { choicesOf, deciders } from './decisions.ts'

type Item = Pick<WorkRowFragment, 'id' | 'version' | 'kind' | 'state'>

interface Props {
  items: readonly Item[]
  /** @param left those that were not decided, which stay chosen */
  done: (left: ReadonlySet<number>) => void
}

/** Each of these is looked at before it is decided. */
const oneByOne: ReadonlySet<Item['kind']> = new Set(['adverse_event', 'safety_report', 'discrepancy', 'policy_reading'])

/** What is done with several items of the queue at once: given to a person, or, where all are of one kind and state, decided the same way. */
export function Bulk({ items, done }: Props) {
  const client = useClient()
  const people = useColleagues()
  const { may } = useCaller()
  const [note, setNote] = useState('')
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const [first] = items
  if (!first) return null
  const isAlike = items.every(({ kind, state }) => kind === first.kind && state === first.state) && !oneByOne.has(first.kind)
  const choices = isAlike && may(deciders[first.kind], 'care') ? choicesOf(first.kind, first.state) : []

  const decide = async (decision: WorkDecision, told: string) => {
    setBusy(true)
    setTrouble('')
    const chosen = items.map(({ id, version }) => ({ workItemId: id, expectedVersion: version }))
    const { data, error } = await client.mutation(DecideWorkDocument, { input: { items: chosen, decision, note: note.trim() || null } })
    setBusy(false)
    if (!data?.decideWork) return setTrouble(error ? wordsOf(error) : 'Nothing was decided.')
    const left = new Set(data.decideWork.results.flatMap(({ workItem }, at) => (workItem ? [] : [items[at]?.id ?? 0])))
    const failed = data.decideWork.results.find((result) => result.error)?.error
    if (left.size < items.length) notify(`${told} ${counted(items.length - left.size, 'item')}.`)
    if (failed) setTrouble(`${counted(left.size, 'item was', 'items were')} not: ${failed.message}`)
    if (left.size === 0) setNote('')
    done(left)
  }

  return (
    <section className="card bulk" aria-label="What to do with the chosen items">
      <div className="row with-button">
        <strong role="status">{counted(items.length, 'item')} chosen</strong>
        <Select
          label="Assign to"
          none="Choose a person"
          value={undefined}
          options={people}
          onChange={(id) => id && void decide({ assign: { assigneeId: Number(id) } }, 'Assigned:')}
        />
        <Field label="Note" value={note} onChange={setNote} />
        {choices.map(({ label, told, decision }) => (
          <Button key={label} isDisabled={busy} onClick={() => void decide(decision, `${told.replace(/\.$/, '')}:`)}>
            {label}
          </Button>
        ))}
        <Button look="quiet" onClick={() => done(new Set())}>
          Choose none
        </Button>
      </div>
      {trouble && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
    </section>
  )
}
