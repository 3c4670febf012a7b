import { useState } from 'react'
import { useMutation } from 'urql'
import { DraftNoteDocument } from '../generated/documents.ts'
import { Button } from '../ui/button.tsx'
import { Trouble } from '../ui/states.tsx'

interface Props {
  workItemId: number
  note: string
  setNote: (note: string) => void
}

/** Has a model draft a note, which stands below what is written already; who decides looks it over. */
export function DraftNote({ workItemId, note, setNote }: Props) {
  const [{ fetching, error }, draft] = useMutation(DraftNoteDocument)
  const [draftedBy, setDraftedBy] = useState('')
  const ask = async () => {
    const { data } = await draft({ input: { workItemId } })
    if (!data?.draftNote) return
    setNote([note.trim(), data.draftNote.text].filter(Boolean).join('\n'))
    setDraftedBy(data.draftNote.draftedBy)
  }
  return (
    <div className="row">
      <Button isDisabled={fetching} onClick={() => void ask()}>
        {fetching ? 'Drafting a note…' : 'Draft a note'}
      </Button>
      {draftedBy !== '' && note !== '' && <span className="muted">Drafted by a model ({draftedBy}): look it over before you keep it.</span>}
      <Trouble of={error} />
    </div>
  )
}
