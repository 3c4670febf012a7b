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
  state: { fetching: boolean; error?: CombinedError | undefined }
  /** @returns whether it was done: the dialog closes then, and else shows the error */
  onSend: () => Promise<boolean>
  /** The fields; the one with `data-autofocus` has the focus first. */
  children: ReactNode
}

/** A button that opens a dialog with a form of a few fields. */
export function FormDialog({ label, title, send, state, onSend, children }: Props) {
  const [open, setOpen] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await onSend()) setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Dialog title={title} open={open} onClose={() => setOpen(false)}>
        <form onSubmit={(event) => void submit(event)} className="stack">
          {children}
          <Trouble of={state.error} />
          <div className="row">
            <Button look="primary" type="submit" isDisabled={state.fetching}>
              {send}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
