import { useEffect, useRef } from 'react'
import type { WorkDecision, WorkKind } from '../generated/documents.ts'
import { useDraft } from '../parts/use-draft.ts'
import { useCaller } from '../shell/caller.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Outcome } from './conflict.tsx'
import { choicesOf, type DecisionValues, deciders, isDecided } from './decisions.ts'
import { DraftNote } from './draft-note.tsx'
import { type OnDecided, useDecide } from './use-decide.ts'

interface Props extends DecisionValues {
  work: { id: number; version: number; canDraftNote?: boolean }
  kind: WorkKind
  state: string
  done: OnDecided
}

/** The buttons that a record's kind and state allow, with a note for its history; a note alone decides nothing. */
export function Decide({ work, kind, state, done, ...given }: Props) {
  const { may } = useCaller()
  const [note, setNote] = useDraft(`note ${work.id}`)
  const deciding = useDecide(done)
  const choices = choicesOf(kind, state, given)
  const buttons = useRef<HTMLElement>(null)
  const wasBusy = useRef(false)
  // A button that is pressed is disabled for a moment, and may then be gone: the focus stays with the others.
  useEffect(() => {
    if (wasBusy.current && !deciding.busy && document.activeElement === document.body) buttons.current?.focus()
    wasBusy.current = deciding.busy
  }, [deciding.busy])
  const whole = (decision: WorkDecision): WorkDecision => {
    const { reviewAdverseEvent, movePaCase } = decision
    if (reviewAdverseEvent) return { reviewAdverseEvent: { ...given.assessment, ...reviewAdverseEvent } }
    return movePaCase ? { movePaCase: { ...given.details, ...movePaCase } } : decision
  }
  if (!may(deciders[kind], 'care')) return <p className="muted">You may read this, but not decide it.</p>
  return (
    <div className="stack no-print">
      <Outcome of={deciding} />
      <Field label="Note" lines={2} value={note} onChange={setNote} />
      {work.canDraftNote && <DraftNote workItemId={work.id} note={note} setNote={setNote} />}
      <section className="row" id="decisions" ref={buttons} tabIndex={-1} aria-label="Decision">
        {choices.map(({ label, told, decision }, at) => (
          <Button
            key={label}
            look={at === 0 && !isDecided(state) ? 'primary' : 'plain'}
            isDisabled={deciding.busy}
            onClick={() => void deciding.decide(work, whole(decision), note, told).then((decided) => decided && setNote(''))}
          >
            {label}
          </Button>
        ))}
        <Button
          isDisabled={deciding.busy || note.trim() === ''}
          onClick={() => void deciding.note(work, note.trim()).then((noted) => noted && setNote(''))}
        >
          Add the note only
        </Button>
      </section>
    </div>
  )
}
