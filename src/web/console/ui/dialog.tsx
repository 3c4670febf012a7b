import { DialogDismiss, DialogHeading, Dialog as Modal } from '@ariakit/react'
import type { ReactNode } from 'react'

interface Props {
  title: string
  open: boolean
  onClose: () => void
  /** What it asks cannot be undone: screen readers tell of it at once. */
  urgent?: boolean
  /** It asks for nothing that a click beside it could lose. */
  light?: boolean
  /** What takes the focus afterwards, if not what had it before. */
  finalFocus?: HTMLElement | null | undefined
  children: ReactNode
}

/** A modal dialog: it holds the focus, closes on Escape and gives the focus back. Its content is made anew each time it opens. */
export const Dialog = ({ title, open, onClose, urgent, light = false, finalFocus, children }: Props) => (
  <Modal
    open={open}
    onClose={onClose}
    unmountOnHide
    hideOnInteractOutside={light}
    {...(finalFocus && { finalFocus })}
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
