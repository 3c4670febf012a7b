import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { AddPatientNoteDocument, PatientNotesDocument, type PatientNotesQuery } from '../generated/documents.ts'
import { useActorName } from '../parts/use-actor-name.ts'
import { useDraft } from '../parts/use-draft.ts'
import { EnterCase } from '../safety/enter-case.tsx'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { noPage, usePages } from '../shell/use-pages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Empty, Listed, Trouble } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'

type Note = NonNullable<PatientNotesQuery['patient']>['notes']['edges'][number]['node']

/** What staff noted of a patient, the newest first, and a field for another note. */
export function Notes({ id }: { id: number }) {
  const { may } = useCaller()
  const nameOf = useActorName()
  const pages = usePages(PatientNotesDocument, { id }, ({ patient }) => patient?.notes ?? noPage)
  return (
    <div className="stack">
      {may('patients_write', 'care') && <AddNote patientId={id} onAdded={() => void pages.refresh()} />}
      <Listed pages={pages} empty={<Empty title="No notes yet" />}>
        <ul className="notes">
          {pages.nodes.map((note) => (
            <li key={note.id} className="card">
              <p className="muted small">
                {nameOf(note.author)}, <Time at={note.createdAt} />
              </p>
              <p className="prose">{note.text}</p>
              {note.mayTellOfAdverseEvent && <PossibleReport patientId={id} note={note} />}
            </li>
          ))}
        </ul>
      </Listed>
    </div>
  )
}

/** What may be an adverse event has to be a case, which a person decides. */
function PossibleReport({ patientId, note }: { patientId: number; note: Note }) {
  const { may } = useCaller()
  const [entering, setEntering] = useState(false)
  return (
    <div className="row">
      <p className="warning">This note may tell of an adverse event. A note opens no case: if it is one, enter it.</p>
      {may('safety_review', 'patients_write', 'care') && <Button onClick={() => setEntering(true)}>Enter a case</Button>}
      <Dialog title="Enter a case" open={entering} onClose={() => setEntering(false)}>
        <EnterCase about={{ patientId, said: note.text }} />
      </Dialog>
    </div>
  )
}

function AddNote({ patientId, onAdded }: { patientId: number; onAdded: () => void }) {
  const [text, setText] = useDraft(`patient ${patientId}`)
  const [{ fetching, error }, add] = useMutation(AddPatientNoteDocument)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await add({ input: { patientId, text: text.trim() } })
    if (!data?.addPatientNote) return
    setText('')
    const { mayTellOfAdverseEvent } = data.addPatientNote.patientNote
    notify(mayTellOfAdverseEvent ? 'Note added. It may tell of an adverse event.' : 'Note added.')
    onAdded()
  }
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <Field label="A note about this patient" lines={3} value={text} maxLength={10_000} required readOnly={fetching} onChange={setText} />
      <Trouble of={error} />
      <div className="row">
        <Button look="primary" type="submit" isDisabled={fetching || text.trim() === ''}>
          Add the note
        </Button>
      </div>
    </form>
  )
}
