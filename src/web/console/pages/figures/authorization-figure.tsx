import { useMemo } from 'react'
import { useQuery } from 'urql'
import { AuthorizationFiguresDocument, type AuthorizationFiguresQuery } from '../../generated/documents.ts'
import { count, duration, share } from '../../parts/formats.ts'
import { Answered } from '../../ui/states.tsx'
import { asScore, percent } from './cells.ts'
import { Figure } from './figure.tsx'
import { parts } from './marks.ts'
import { before, type lastDays } from './range.ts'

/** How payers decide on prior authorizations, and how fast. */
export function AuthorizationFigure({ range }: { range: ReturnType<typeof lastDays> }) {
  const { interval: _, ...whole } = range
  const variables = { payers: { ...whole, groupBy: 'payer' as const, mostGroups: 12 }, before: before(range) }
  const [result] = useQuery({ query: AuthorizationFiguresDocument, variables })
  return <Answered result={result}>{(data) => <Drawing data={data} />}</Answered>
}

function Drawing({ data }: { data: AuthorizationFiguresQuery }) {
  const { total, groups } = data.paCaseStats
  const drawn = useMemo(
    () => () =>
      parts(
        groups.map(({ group, cases }) => ({ name: group ?? '–', value: cases })),
        'cases',
      ),
    [groups],
  )
  return (
    <Figure
      title="Prior authorization by payer"
      file="prior-authorization-by-payer"
      headline={total.approvedShare == null ? 'No decision' : `${share(total.approvedShare)} approved`}
      before={share(data.before.total.approvedShare)}
      note={`${count(total.cases)} cases opened in the range, ${count(total.open + total.pending)} of them still open or with the payer${
        total.averageSecondsToDecision == null ? '' : `; a decision takes ${duration(total.averageSecondsToDecision)} on average`
      }.`}
      options={drawn}
      table={{
        columns: [
          { name: 'Payer' },
          { name: 'Cases' },
          { name: 'With the payer' },
          { name: 'Approved' },
          { name: 'Denied' },
          { name: 'Approval rate', shown: percent },
          { name: 'Hours to a decision', shown: asScore },
        ],
        rows: groups.map((one) => [
          one.group ?? '–',
          one.cases,
          one.pending,
          one.approved,
          one.denied,
          one.approvedShare ?? null,
          one.averageSecondsToDecision == null ? null : one.averageSecondsToDecision / 3600,
        ]),
      }}
    />
  )
}
