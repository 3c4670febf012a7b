import { useMemo } from 'react'
import { useQuery } from 'urql'
import { BenefitsFiguresDocument, type BenefitsFiguresQuery } from '../../generated/documents.ts'
import { count, dayOf, duration, share } from '../../parts/formats.ts'
import { Answered } from '../../ui/states.tsx'
import { asScore, dayColumn } from './cells.ts'
import { Figure } from './figure.tsx'
import { counts, measures } from './marks.ts'
import { before, type lastDays } from './range.ts'

/** How benefits verifications went. */
export function BenefitsFigures({ range }: { range: ReturnType<typeof lastDays> }) {
  const [result] = useQuery({ query: BenefitsFiguresDocument, variables: { range, before: before(range) } })
  return <Answered result={result}>{(data) => <Drawings data={data} />}</Answered>
}

function Drawings({ data }: { data: BenefitsFiguresQuery }) {
  const { points, ...total } = data.verificationStats.total
  const earlier = data.before.total
  const drawn = useMemo(() => {
    const days = points.map((point) => ({ ...point, day: dayOf(point.from) }))
    return {
      days,
      success: () =>
        counts(
          days.map(({ day, verified, verifications }) => ({ day, value: verified, of: verifications })),
          'verifications a day',
        ),
      time: () =>
        measures(
          days.map(({ day, averageSecondsToResult }) => ({ day, value: averageSecondsToResult ?? null })),
          'seconds',
        ),
    }
  }, [points])
  const { days } = drawn
  return (
    <>
      <Figure
        title="Benefits verified"
        file="benefits-verified"
        headline={share(total.verifiedShare) ?? '–'}
        before={share(earlier.verifiedShare)}
        legend={['Verified', 'All']}
        note={`${count(total.verifications)} verifications, on the day each began.`}
        options={drawn.success}
        table={{
          columns: [
            dayColumn,
            { name: 'Verifications' },
            { name: 'Verified' },
            { name: 'Partial' },
            { name: 'Failed' },
            { name: 'Waiting' },
          ],
          rows: days.map((one) => [one.day, one.verifications, one.verified, one.partial, one.failed, one.waiting]),
        }}
      />
      <Figure
        title="Time to benefits"
        file="time-to-benefits"
        headline={lasting(total.averageSecondsToResult) ?? 'No result'}
        before={lasting(earlier.averageSecondsToResult)}
        note="From the start of a verification to its result, on average. Days without a result are gaps."
        options={drawn.time}
        table={{
          columns: [dayColumn, { name: 'Average seconds', shown: asScore }],
          rows: days.map((one) => [one.day, one.averageSecondsToResult ?? null]),
        }}
      />
    </>
  )
}

const lasting = (seconds: number | null | undefined) => (seconds == null ? undefined : duration(seconds))
