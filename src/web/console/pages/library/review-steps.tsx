import { useState } from 'react'
import { useMutation } from 'urql'
import { ReviewSourceVersionDocument, type SourceReviewStep, type VersionRowFragment } from '../../generated/documents.ts'
import { localTime } from '../../parts/formats.ts'
import { notify } from '../../shell/notices.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Trouble } from '../../ui/states.tsx'

const done: Record<SourceReviewStep, string> = {
  submit: 'It is handed over for review.',
  return: 'It is back with its author.',
  approve: 'Its time is set.',
  withdraw: 'Visitors no longer see it.',
}

const instant = (local: string) => (local === '' ? null : new Date(local).toISOString())

/** What can be done with a version as it stands. */
export function ReviewSteps({ version, onChanged }: { version: VersionRowFragment; onChanged: () => void }) {
  const { id, number, state } = version
  const [result, review] = useMutation(ReviewSourceVersionDocument)
  const [from, setFrom] = useState(localTime(state === 'approved' ? version.publishFrom : null))
  const [until, setUntil] = useState(localTime(version.publishUntil))
  const [note, setNote] = useState('')
  const take = async (step: SourceReviewStep, more: object = {}) => {
    const { error } = await review({ input: { id, step, ...more } })
    if (!error) {
      notify(done[step])
      onChanged()
    }
    return !error
  }
  const isShown = state === 'published'
  if (state === 'expired' || state === 'replaced') return null
  return (
    <div className="stack">
      <div className="row">
        {state === 'draft' && (
          <Button isDisabled={result.fetching} onClick={() => void take('submit')}>
            Hand over for review
          </Button>
        )}
        <FormDialog
          label={isShown || state === 'approved' ? 'Change its time' : 'Publish'}
          title={`${isShown || state === 'approved' ? 'Change the time of' : 'Publish'} version ${number}`}
          send={isShown || state === 'approved' ? 'Save' : 'Publish'}
          state={result}
          onSend={() => take('approve', { publishFrom: isShown ? null : instant(from), publishUntil: instant(until) })}
        >
          {!isShown && <Field label="From; at once if empty" type="datetime-local" value={from} onChange={setFrom} data-autofocus />}
          <Field label="Until; for good if empty" type="datetime-local" value={until} onChange={setUntil} />
        </FormDialog>
        {(state === 'in_review' || state === 'approved') && (
          <FormDialog
            label="Return"
            title={`Return version ${number} to its author`}
            send="Return"
            state={result}
            onSend={() => take('return', { note: note.trim() })}
          >
            <Field label="What has to change" required maxLength={2000} lines={4} value={note} onChange={setNote} data-autofocus />
          </FormDialog>
        )}
        {isShown && (
          <Confirm label="Withdraw" name={`version ${number}`} onConfirm={() => void take('withdraw')}>
            The chat and the search no longer answer from this source, until it is added again or another version is published.
          </Confirm>
        )}
      </div>
      <Trouble of={result.error} />
    </div>
  )
}
