import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useCaller } from '../shell/caller.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EnterCase } from './enter-case.tsx'

const places = [
  ['/safety', 'Cases'],
  ['/safety/reports', 'Reports'],
  ['/safety/programs', 'Programs'],
] as const

/** From one page of safety to the others, and to a case that somebody tells a member of staff of. */
export function SafetyNav() {
  const [here] = useLocation()
  const { may } = useCaller()
  const [entering, setEntering] = useState(false)
  return (
    <div className="row">
      <nav className="row" aria-label="Safety">
        {places.map(([href, words]) => (
          <Link key={href} href={href} className="button" aria-current={here === href ? 'page' : undefined}>
            {words}
          </Link>
        ))}
      </nav>
      {may('safety_review', 'patients_write', 'care') && <Button onClick={() => setEntering(true)}>Enter a case</Button>}
      <Dialog title="Enter a case" open={entering} onClose={() => setEntering(false)}>
        <EnterCase />
      </Dialog>
    </div>
  )
}
