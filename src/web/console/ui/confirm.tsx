import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  /** What is done: on the button, and again on the one that does it. */
  label: string
  /** To what. */
  name: string
  onConfirm: () => void
  /** What will be so afterwards. */
  children: ReactNode
}

/** A button for what cannot be undone, which asks first. */
export function Confirm({ label, name, onConfirm, children }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {label}
        <span className="unseen"> {name}</span>
      </Button>
      <Dialog urgent title={`${label} ${name}?`} open={open} onClose={() => setOpen(false)}>
        <p>{children}</p>
        <div className="row">
          <Button
            look="danger"
            onClick={() => {
              setOpen(false)
              onConfirm()
            }}
          >
            {label} for good
          </Button>
          <Button onClick={() => setOpen(false)}>Keep it</Button>
        </div>
      </Dialog>
    </>
  )
}
