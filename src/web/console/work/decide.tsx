import { useState } from 'react'
import type { WorkKind } from '../generated/documents.ts'
import { useCaller } from '../shell/caller.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Outcome } from './conflict.tsx'
import { choicesOf, deciders } from './decisions.ts'
import { useDecide } from './use-decide.ts'

interface Props {
  work: { id: number; version: number }
  kind: WorkKind
  state: string
  done: () => void
}

/** The buttons that a record's kind and state allow, with a note for its history. */
export function Decide({ work, kind, state, done }: Props) {
  const { may } = useCaller()
  const [note, setNote] = useState('')
  const deciding = useDecide(done)
  const choices = choicesOf(kind, state)
  if (!may(deciders[kind], 'care')) return <p className="muted">You may read this, but not decide it.</p>
  return (
    <div className="stack no-print">
      <Outcome of={deciding} />
      {choices.length > 0 && <Field label="Note" lines={2} value={note} onChange={setNote} />}
      <div className="row" id="decisions">
        {choices.map(({ label, decision }, at) => (
          <Button
            key={label}
            look={at === 0 ? 'primary' : 'plain'}
            isDisabled={deciding.busy}
            onClick={() => void deciding.decide(work, decision, note, `${label}: done`).then((decided) => decided && setNote(''))}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
