import { useRef, useState } from 'react'
import { useMutation } from 'urql'
import { DraftNoteDocument, type DraftNoteMutation } from '../generated/documents.ts'
import { Button } from '../ui/button.tsx'
import { Trouble } from '../ui/states.tsx'

interface Props {
  workItemId: number
  note: string
  setNote: (note: string) => void
}

/** Has a model draft a note, which stands below what is written by then; who decides looks it over. */
export function DraftNote({ workItemId, note, setNote }: Props) {
  const [{ fetching, error }, draft] = useMutation(DraftNoteDocument)
  const [drafted, setDrafted] = useState<DraftNoteMutation['draftNote']>(null)
  const written = useRef(note)
  written.current = note
  const ask = async () => {
    const { data } = await draft({ input: { workItemId } })
    if (!data?.draftNote) return
    setDrafted(data.draftNote)
    setNote([written.current.trim(), data.draftNote.text].filter(Boolean).join('\n'))
  }
  return (
    <div className="row">
      <Button isDisabled={fetching} onClick={() => void ask()}>
        {fetching ? 'Drafting a note…' : 'Draft a note'}
      </Button>
      {drafted && note.includes(drafted.text) && (
        <span className="muted" role="status">
          {`Drafted by a model (${drafted.draftedBy}): look it over before you keep it.${leftOutWords(drafted.leftOut)}`}
        </span>
      )}
      <Trouble of={error} />
    </div>
  )
}

const leftOutWords = (count: number) =>
  count === 0 ? '' : ` ${count === 1 ? '1 sentence is' : `${count} sentences are`} left out, which the record does not bear out.`
