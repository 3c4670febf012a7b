import { useActorName } from '../parts/use-actor-name.ts'
import { words } from '../ui/pill.tsx'
import { Time } from '../ui/time.tsx'
import type { useDecide } from './use-decide.ts'

/** What stood against a decision: what a colleague did first, or what the service said. */
export function Outcome({ of: { conflict, trouble } }: { of: ReturnType<typeof useDecide> }) {
  const nameOf = useActorName()
  return (
    <div role="alert">
      {conflict && (
        <div className="warning">
          <p>
            <strong>Somebody else changed this first.</strong> It is now {words(conflict.state).toLowerCase()}, by{' '}
            {nameOf(conflict.changedBy ?? 'service')}
            {conflict.changedAt && (
              <>
                , <Time at={conflict.changedAt} />
              </>
            )}
            . Your change was not made. Look at it as it stands now, then decide again.
          </p>
        </div>
      )}
      {trouble && <p className="trouble">{trouble}</p>}
    </div>
  )
}
