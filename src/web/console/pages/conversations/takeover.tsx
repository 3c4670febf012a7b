import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMutation } from 'urql'
import {
  AttendConversationDocument,
  type ConversationQuery,
  HandBackConversationDocument,
  TakeOverConversationDocument,
  WriteToVisitorDocument,
} from '../../generated/documents.ts'
import { useActorName } from '../../parts/use-actor-name.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { useCaller } from '../../shell/caller.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Trouble } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

interface Props {
  conversation: NonNullable<ConversationQuery['conversation']>
  /** The newest message: whoever answers follows what is said. */
  newest: number | undefined
  again: () => void
}

/** Whoever may write takes the conversation over, answers the visitor in person, and gives it back to the assistant. */
export function Takeover({ conversation, newest, again }: Props) {
  const { takeover } = conversation
  const { may } = useCaller()
  const nameOf = useActorName()
  if (takeover?.attended && takeover.yours) return <Writing id={conversation.id} shownAs={takeover.shownAs} newest={newest} again={again} />
  return (
    <section className="card in-person" aria-labelledby="takeover">
      <h2 id="takeover">Answer in person</h2>
      {takeover?.attended ? (
        <p>
          {nameOf(takeover.actor)} answers here as {takeover.shownAs} since <Time at={takeover.startedAt} />.
        </p>
      ) : (
        <>
          {conversation.personAskedAt && (
            <p>
              A person was asked for <Time at={conversation.personAskedAt} />.
            </p>
          )}
          {may('patients_write') && <TakeOver id={conversation.id} again={again} />}
        </>
      )}
    </section>
  )
}

function TakeOver({ id, again }: { id: number; again: () => void }) {
  const { caller } = useCaller()
  const [shownAs, setShownAs] = useState(caller.staffMember?.name.split(' ', 1)[0] ?? '')
  const [state, takeOver] = useMutation(TakeOverConversationDocument)
  async function send() {
    const { error } = await takeOver({ input: { conversationId: id, shownAs: shownAs.trim() } })
    if (!error) again()
    return !error
  }
  return (
    <FormDialog label="Take over" title="Take this conversation over" send="Take over" state={state} onSend={send}>
      <p>
        The visitor reads that you have come, and what they write waits for you. Dangers and side effects are still answered at once, and
        filed.
      </p>
      <Field label="The name that the visitor reads" required maxLength={40} value={shownAs} onChange={setShownAs} data-autofocus />
    </FormDialog>
  )
}

/** How often the service is told that somebody is here, in milliseconds: it waits five times as long. */
const signMs = 15_000

function Writing({ id, shownAs, newest, again }: { id: number; shownAs: string; newest: number | undefined; again: () => void }) {
  const [text, setText] = useDraft(`conversation ${id}`)
  const [{ fetching, error }, write] = useMutation(WriteToVisitorDocument)
  const [{ error: kept }, handBack] = useMutation(HandBackConversationDocument)
  const type = useSignsOfLife(id, again)
  const end = useRef<HTMLElement>(null)
  useEffect(() => void end.current?.scrollIntoView({ block: 'end' }), [newest])
  async function send(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return
    const { error } = await write({ input: { conversationId: id, message: text.trim() } })
    if (!error) setText('')
    again()
  }
  return (
    <section className="card in-person" aria-labelledby="takeover" ref={end}>
      <h2 id="takeover">You answer as {shownAs}</h2>
      <form onSubmit={(event) => void send(event)} className="stack">
        <Field
          label="Message to the visitor"
          lines={3}
          readOnly={fetching}
          value={text}
          onChange={(value) => {
            setText(value)
            type()
          }}
        />
        <Trouble of={error} />
        <Trouble of={kept} />
        <div className="row">
          <Button look="primary" type="submit" isDisabled={fetching}>
            Send
          </Button>
          <Button onClick={() => void handBack({ input: { conversationId: id } }).then(again)}>Hand back to the assistant</Button>
        </div>
        <p className="quiet">Stay on this page: a minute after you leave it, the assistant answers again.</p>
      </form>
    </section>
  )
}

/** Tells the service that somebody is here, at once when they begin to write. @returns to be called while they type */
function useSignsOfLife(id: number, again: () => void): () => void {
  const [, attend] = useMutation(AttendConversationDocument)
  const typedAt = useRef(0)
  const toldAt = useRef(0)
  const tell = async () => {
    const writing = Date.now() - typedAt.current < signMs
    if (writing) toldAt.current = Date.now()
    const { error } = await attend({ input: { conversationId: id, writing } })
    if (error?.graphQLErrors.some(({ extensions }) => extensions.code === 'CONFLICT')) again()
  }
  const latest = useRef(tell)
  latest.current = tell
  useEffect(() => {
    const timer = setInterval(() => void latest.current(), signMs)
    return () => clearInterval(timer)
  }, [])
  return () => {
    typedAt.current = Date.now()
    if (Date.now() - toldAt.current > signMs / 2) void latest.current()
  }
}
