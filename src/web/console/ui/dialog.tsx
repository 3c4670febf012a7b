import { DialogDismiss, DialogHeading, Dialog as Modal } from '@ariakit/react'
import type { ReactNode } from 'react'

interface Props {
  title: string
  open: boolean
  onClose: () => void
  /** What it asks cannot be undone: screen readers tell of it at once. */
  urgent?: boolean
  children: ReactNode
}

/** A modal dialog: it holds the focus, closes on Escape and gives the focus back. Its content is made anew each time it opens. */
export const Dialog = ({ title, open, onClose, urgent, children }: Props) => (
  <Modal
    open={open}
    onClose={onClose}
    unmountOnHide
    backdrop={<div className="backdrop" />}
    className="dialog"
    {...(urgent && { role: 'alertdialog' })}
  >
    <header>
      <DialogHeading render={<h2>{title}</h2>} />
      <DialogDismiss className="button quiet">Close</DialogDismiss>
    </header>
    {children}
  </Modal>
)
