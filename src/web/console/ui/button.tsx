import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  look?: 'plain' | 'primary' | 'quiet' | 'danger' | 'find'
  type?: 'button' | 'submit'
  isDisabled?: boolean
  onClick?: () => void
}

export const Button = ({ children, look = 'plain', type = 'button', isDisabled = false, onClick }: Props) => (
  <button type={type} className={`button ${look}`} disabled={isDisabled} onClick={onClick}>
    {children}
  </button>
)
