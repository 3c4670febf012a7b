import type { ReactNode } from 'react'
import './forms.css'
import './lists.css'
import './view.css'

/** A page with the styles of this folder, which hold inside it alone. */
export const View = ({ children }: { children: ReactNode }) => <div className="view">{children}</div>
