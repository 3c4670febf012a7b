import { type FormEvent, useState } from 'react'
import type { WorkKind } from '../generated/documents.ts'
import { useCaller } from '../shell/caller.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Outcome } from './conflict.tsx'
import { deciders } from './decisions.ts'
import { useDecide } from './use-decide.ts'

interface Props {
  item: { id: number; version: number; kind: WorkKind }
  done: () => void
}

/** Puts a note into the item's history and decides nothing. */
export function NoteAlone({ item, done }: Props) {
  const { may } = useCaller()
  const [note, setNote] = useState('')
  const deciding = useDecide(done)
  if (!may(deciders[item.kind], 'care')) return null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await deciding.note(item, note.trim())) setNote('')
  }
  return (
    <form className="stack no-print" aria-label="Note" onSubmit={(event) => void submit(event)}>
      <Outcome of={deciding} />
      <Field label="Note for the history" lines={2} value={note} onChange={setNote} />
      <div>
        <Button type="submit" isDisabled={deciding.busy || note.trim() === ''}>
          Add the note
        </Button>
      </div>
    </form>
  )
}
