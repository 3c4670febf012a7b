import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  look?: 'plain' | 'primary' | 'quiet' | 'danger' | 'find'
  type?: 'button' | 'submit'
  isDisabled?: boolean
  /** Of a button that turns something on and off. */
  isPressed?: boolean
  onClick?: () => void
}

export const Button = ({ children, look = 'plain', type = 'button', isDisabled = false, isPressed, onClick }: Props) => (
  <button type={type} className={`button ${look}`} disabled={isDisabled} aria-pressed={isPressed} onClick={onClick}>
    {children}
  </button>
)
