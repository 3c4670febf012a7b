import { useEffect } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { type PaCaseStatus, PaPipelineDocument } from '../generated/documents.ts'
import { count } from '../parts/formats.ts'
import { words } from '../ui/pill.tsx'
import { ageSince } from '../ui/time.tsx'

const states: PaCaseStatus[] = ['open', 'pending', 'approved', 'denied', 'not_required']

interface Props {
  chosen: PaCaseStatus | undefined
  address: (state: PaCaseStatus | undefined) => string
  /** Changes when cases may have moved. */
  moved: unknown
}

/** How many cases are in each state and how old the oldest is; each leads to its cases, the chosen one back to all. */
export function Pipeline({ chosen, address, moved }: Props) {
  const [{ data }, ask] = useQuery({ query: PaPipelineDocument })
  // Asked again for what moved.
  useEffect(() => ask({ requestPolicy: 'network-only' }), [moved])
  return (
    <nav className="pipeline" aria-label="By state">
      {states.map((state) => {
        const oldest = data?.[state].edges[0]?.node.createdAt
        return (
          <Link
            key={state}
            href={address(state === chosen ? undefined : state)}
            aria-current={state === chosen ? 'true' : undefined}
            replace
          >
            <span>{words(state)}</span>
            <strong>{data ? count(data[state].totalCount) : '–'}</strong>
            <span className="muted small">{oldest ? `oldest ${ageSince(oldest)}` : 'none'}</span>
          </Link>
        )
      })}
    </nav>
  )
}
