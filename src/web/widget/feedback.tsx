import { useEffect, useRef, useState } from 'preact/hooks'
import type { Entry } from './entries.ts'
import { RichText } from './rich-text.tsx'
import { useSurroundings } from './surroundings.ts'

/** Whether an answer helped, and afterwards what could be better. */
export function Feedback({ entry }: { entry: Entry }) {
  const { texts, client, conversation, announce } = useSurroundings()
  const [step, setStep] = useState<'ask' | 'comment' | 'done'>(entry.rating === undefined ? 'ask' : 'done')
  const [helpful, setHelpful] = useState(true)
  const [comment, setComment] = useState('')
  const [safety, setSafety] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const thanks = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (step === 'comment') {
      field.current?.focus({ preventScroll: true })
      // All of it, with its hint and its button.
      field.current?.form?.scrollIntoView({ block: 'nearest' })
    }
    if (step === 'done' && entry.rating !== undefined) thanks.current?.focus()
  }, [step])

  async function send(value: boolean, next: 'comment' | 'done') {
    setFailed(false)
    try {
      const told = await conversation.rate(entry, value, next === 'done' ? comment.trim() : undefined)
      setHelpful(value)
      setSafety(told)
      setStep(next)
      if (next === 'done') announce(told ?? texts.thanks)
    } catch {
      setFailed(true)
      announce(texts.UNAVAILABLE)
    }
  }

  if (step === 'done') {
    return (
      <div class={safety ? 'text' : 'note'} tabIndex={-1} ref={thanks}>
        {safety ? <RichText text={safety} base={client.base} newTab={texts.newTab} emergencyLines titles={[]} /> : texts.thanks}
      </div>
    )
  }
  return (
    <div class="feedback">
      {step === 'ask' ? (
        <fieldset>
          <legend>{texts.helpful}</legend>
          <button type="button" class="quiet" onClick={() => void send(true, 'comment')}>
            {texts.yes}
          </button>
          <button type="button" class="quiet" onClick={() => void send(false, 'comment')}>
            {texts.no}
          </button>
        </fieldset>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void send(helpful, 'done')
          }}
        >
          <label>
            {helpful ? texts.commentHelped : texts.comment}
            <textarea
              ref={field}
              rows={2}
              maxLength={2000}
              value={comment}
              onInput={({ currentTarget }) => setComment(currentTarget.value)}
              aria-describedby={`hint-${entry.id}`}
            />
          </label>
          <p class="note" id={`hint-${entry.id}`}>
            {texts.commentHint}
          </p>
          <button type="submit" class="quiet">
            {texts.sendComment}
          </button>
        </form>
      )}
      {hasFailed && <p class="note">{texts.UNAVAILABLE}</p>}
    </div>
  )
}
