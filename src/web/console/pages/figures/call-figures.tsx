import { useMemo } from 'react'
import { useQuery } from 'urql'
import { CallFiguresDocument, type CallFiguresQuery } from '../../generated/documents.ts'
import { count, counted, dayOf, duration, share } from '../../parts/formats.ts'
import { words } from '../../ui/pill.tsx'
import { Answered } from '../../ui/states.tsx'
import { asPercent, asScore, dayColumn, percent } from './cells.ts'
import { Figure } from './figure.tsx'
import { counts, measures, parts } from './marks.ts'
import { before, type lastDays } from './range.ts'

/** What the calls of the range came to. */
export function CallFigures({ range }: { range: ReturnType<typeof lastDays> }) {
  const { interval: _, ...whole } = range
  const variables = { range, before: before(range), outcomes: { ...whole, groupBy: 'outcome' as const, mostGroups: 12 } }
  const [result] = useQuery({ query: CallFiguresDocument, variables })
  return <Answered result={result}>{(data) => <Drawings data={data} />}</Answered>
}

function Drawings({ data }: { data: CallFiguresQuery }) {
  const { points, ...total } = data.callStats.total
  const earlier = data.before.total
  const drawn = useMemo(() => {
    const days = points.map((point) => ({ ...point, day: dayOf(point.from) }))
    return {
      days,
      calls: () =>
        counts(
          days.map(({ day, calls }) => ({ day, value: calls })),
          'calls a day',
        ),
      outcomes: () =>
        parts(
          data.outcomes.groups.map(({ group, calls }) => ({ name: nameOf(group), value: calls })),
          'calls',
        ),
      satisfaction: () =>
        measures(
          days.map(({ day, averageSatisfaction }) => ({ day, value: averageSatisfaction ?? null })),
          'of 5, a day',
          [0, 5],
        ),
      verified: () =>
        measures(
          days.map(({ day, verifiedShare }) => ({ day, value: verifiedShare ?? null })),
          '% of calls',
          [0, 1],
          asPercent,
        ),
    }
  }, [points, data])
  const { days } = drawn
  return (
    <>
      <Figure
        title="Calls"
        file="calls"
        headline={count(total.calls)}
        before={count(earlier.calls)}
        note={`Calls that began on each day; ${count(total.completedCalls)} were completed${
          total.averageDurationSeconds == null ? '' : `, ${duration(total.averageDurationSeconds)} long on average`
        }.`}
        options={drawn.calls}
        table={{
          columns: [dayColumn, { name: 'Calls' }, { name: 'Completed' }, { name: 'Average seconds', shown: asScore }],
          rows: days.map((one) => [one.day, one.calls, one.completedCalls, one.averageDurationSeconds ?? null]),
        }}
      />
      <Figure
        title="Dispositions"
        file="dispositions"
        headline={counted(data.outcomes.groups.length, 'kind')}
        note="How the calls of the range ended. An outcome that comes later still counts on the day the call began."
        options={drawn.outcomes}
        table={{
          columns: [
            { name: 'Disposition' },
            { name: 'Calls' },
            { name: 'Identity verified', shown: percent },
            { name: 'Satisfaction', shown: asScore },
          ],
          rows: data.outcomes.groups.map((one) => [
            nameOf(one.group),
            one.calls,
            one.verifiedShare ?? null,
            one.averageSatisfaction ?? null,
          ]),
        }}
      />
      <Figure
        title="Satisfaction"
        file="satisfaction"
        headline={rating(total.averageSatisfaction) ?? 'No rating'}
        before={rating(earlier.averageSatisfaction)}
        note={`Inferred from what was said, not asked; ${count(total.ratedCalls)} calls have a value. Days without one are gaps.`}
        options={drawn.satisfaction}
        table={{
          columns: [dayColumn, { name: 'Satisfaction', shown: asScore }, { name: 'Calls with a value' }],
          rows: days.map((one) => [one.day, one.averageSatisfaction ?? null, one.ratedCalls]),
        }}
      />
      <Figure
        title="Identity verified"
        file="identity-verified"
        headline={share(total.verifiedShare) ?? '–'}
        before={share(earlier.verifiedShare)}
        note="The share of calls in which the caller was verified as a patient."
        options={drawn.verified}
        table={{
          columns: [dayColumn, { name: 'Calls' }, { name: 'Verified' }, { name: 'Share', shown: percent }],
          rows: days.map((one) => [one.day, one.calls, one.verifiedCalls, one.verifiedShare ?? null]),
        }}
      />
    </>
  )
}

const rating = (average: number | null | undefined) => (average == null ? undefined : `${average.toFixed(1)} of 5`)
const nameOf = (group: string | null | undefined) => (group == null ? 'Not known yet' : words(group))
