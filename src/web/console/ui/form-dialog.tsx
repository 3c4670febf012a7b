import { type FormEvent, type ReactNode, useState } from 'react'
import type { CombinedError } from 'urql'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Trouble } from './states.tsx'

interface Props {
  /** What the button says that opens the form. */
  label: string
  title: string
  /** What the button says that sends it. */
  send: string
  /** Of the mutation that it sends. */
  state: { error?: CombinedError | undefined }
  /** @returns whether it was done: the dialog closes then, and else shows the error */
  onSend: () => Promise<boolean>
  /** The fields; the one with `data-autofocus` has the focus first. */
  children: ReactNode
}

/** A button that opens a dialog with a form of a few fields. */
export function FormDialog({ label, title, send, state, onSend, children }: Props) {
  const [open, setOpen] = useState(false)
  const [isSending, setSending] = useState(false)
  // An error of an earlier time is not shown to somebody who has just opened it.
  const [isTried, setTried] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    setSending(true)
    if (await onSend().finally(() => setSending(false))) setOpen(false)
  }
  const begin = () => {
    setTried(false)
    setOpen(true)
  }
  return (
    <>
      <Button onClick={begin}>{label}</Button>
      <Dialog title={title} open={open} onClose={() => setOpen(false)}>
        <form onSubmit={(event) => void submit(event)} className="stack">
          {children}
          <Trouble of={isTried ? state.error : undefined} />
          <div className="row">
            <Button look="primary" type="submit" isDisabled={isSending}>
              {send}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
