import { useMemo } from 'react'
import { useQuery } from 'urql'
import { ReportFiguresDocument, type ReportFiguresQuery, WorkLoadDocument, type WorkLoadQuery } from '../../generated/documents.ts'
import { count, counted, dayOf, duration } from '../../parts/formats.ts'
import { Answered } from '../../ui/states.tsx'
import { kindNames } from '../../work/kinds.ts'
import { asScore, dayColumn } from './cells.ts'
import { Figure } from './figure.tsx'
import { measures, parts } from './marks.ts'
import { before, type lastDays } from './range.ts'

/** What waits for staff now, by kind and by person. */
export function WorkFigures() {
  const [result] = useQuery({ query: WorkLoadDocument, requestPolicy: 'network-only' })
  return <Answered result={result}>{(data) => <Load data={data} />}</Answered>
}

const dayOfOldest = { name: 'Oldest' }

function Load({ data: { workLoadByKind: kinds, workLoadByPerson: people } }: { data: WorkLoadQuery }) {
  const sum = (of: 'open' | 'overdue' | 'unassigned') => kinds.reduce((all, one) => all + one[of], 0)
  const drawn = useMemo(
    () => ({
      kinds: () =>
        parts(
          kinds.map(({ kind, open }) => ({ name: kindNames[kind], value: open })),
          'open items',
        ),
      people: () =>
        parts(
          people.map(({ assignee, open }) => ({ name: assignee.name, value: open })),
          'open items',
        ),
    }),
    [kinds, people],
  )
  return (
    <>
      <Figure
        title="Work that waits"
        file="work-that-waits"
        headline={`${count(sum('open'))} open`}
        note={`Now: ${count(sum('overdue'))} overdue, ${count(sum('unassigned'))} with nobody.`}
        options={drawn.kinds}
        table={{
          columns: [{ name: 'Kind' }, { name: 'Open' }, { name: 'Overdue' }, { name: 'With nobody' }, dayOfOldest],
          rows: kinds.map((one) => [kindNames[one.kind], one.open, one.overdue, one.unassigned, dayOf(one.oldestAt)]),
        }}
      />
      <Figure
        title="Work by person"
        file="work-by-person"
        headline={people.length === 0 ? 'Nobody has any' : counted(people.length, 'person', 'people')}
        note="Now: open work that somebody has."
        options={drawn.people}
        table={{
          columns: [{ name: 'Person' }, { name: 'Open' }, { name: 'Overdue' }, dayOfOldest],
          rows: people.map((one) => [one.assignee.name, one.open, one.overdue, dayOf(one.oldestAt)]),
        }}
      />
    </>
  )
}

/** How long manufacturers wait for what the service learnt. */
export function ReportFigures({ range }: { range: ReturnType<typeof lastDays> }) {
  const [result] = useQuery({ query: ReportFiguresDocument, variables: { range, before: before(range) } })
  return <Answered result={result}>{(data) => <Reports data={data} />}</Answered>
}

function Reports({ data }: { data: ReportFiguresQuery }) {
  const { points, ...total } = data.safetyReportStats.total
  const days = useMemo(() => points.map((point) => ({ ...point, day: dayOf(point.from) })), [points])
  const lasting = (seconds: number | null | undefined) => (seconds == null ? undefined : duration(seconds))
  return (
    <Figure
      title="Time to a safety report"
      file="time-to-safety-report"
      headline={lasting(total.averageSecondsToSent) ?? 'None sent'}
      before={lasting(data.before.total.averageSecondsToSent)}
      note={`From awareness until it went out, on average. ${count(total.safetyReports)} reports, ${count(total.late)} of them sent late, ${count(total.overdue)} overdue.`}
      options={() =>
        measures(
          days.map(({ day, averageSecondsToSent: seconds }) => ({ day, value: seconds == null ? null : seconds / 3600 })),
          'hours',
        )
      }
      table={{
        columns: [dayColumn, { name: 'Reports' }, { name: 'Sent' }, { name: 'Sent late' }, { name: 'Average hours', shown: asScore }],
        rows: days.map((one) => [
          one.day,
          one.safetyReports,
          one.sent,
          one.late,
          one.averageSecondsToSent == null ? null : one.averageSecondsToSent / 3600,
        ]),
      }}
    />
  )
}
