import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

/** A modal dialog: the browser's own, which holds the focus, closes on Escape and gives the focus back. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={ref} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </header>
      {children}
    </dialog>
  )
}
