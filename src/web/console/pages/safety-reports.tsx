import { type SafetyReportState, SafetyReportsDocument } from '../generated/documents.ts'
import { count, counted } from '../parts/formats.ts'
import { SafetyNav } from '../safety/safety-nav.tsx'
import { usePages } from '../shell/use-pages.ts'
import { useParam } from '../shell/use-param.ts'
import { Pill, words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Listed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { View } from './view.tsx'

const states: SafetyReportState[] = ['unmatched', 'waiting', 'sending', 'failed', 'sent', 'unacknowledged', 'acknowledged', 'withdrawn']
const bad = new Set<string>(['unmatched', 'failed', 'unacknowledged'])

/** What manufacturers were told and are to be told, the newest first. */
export default function SafetyReports() {
  const [state, setState] = useParam('state')
  const [overdue, setOverdue] = useParam('overdue')
  const filter = { ...(state && { states: [state as SafetyReportState] }), ...(overdue && { overdue: true }) }
  const pages = usePages(SafetyReportsDocument, { filter }, ({ safetyReports }) => safetyReports)
  const waiting = pages.data?.safetyReportCounts
  return (
    <View>
      <header className="page-head">
        <h1>Safety reports</h1>
        <p className="muted">{pages.data && counted(pages.data.safetyReports.totalCount, 'report')}</p>
      </header>
      <SafetyNav />
      {waiting && (
        <p role="status">
          {`${count(waiting.overdue)} overdue · ${count(waiting.quarter)} with less than a quarter of the time left · ${count(waiting.half)} with less than half · ${count(waiting.failed)} failed · ${count(waiting.unacknowledged)} not acknowledged`}
        </p>
      )}
      <div className="filters">
        <Select label="State" none="Any state" value={state} onChange={setState} options={states.map((value) => [value, words(value)])} />
        <Select label="Time" none="Any" value={overdue} onChange={setOverdue} options={[['yes', 'Overdue']]} />
      </div>
      <Listed pages={pages} empty={<Empty title="No report found">Cases are reported once there is a program for their medicine.</Empty>}>
        <Table
          caption="Safety reports"
          rows={pages.nodes}
          keyOf={({ id }) => id}
          linkOf={({ adverseEvent }) => `/safety/${adverseEvent.id}`}
          columns={[
            { title: 'Case', cell: ({ adverseEvent }) => <span className="nowrap">{adverseEvent.caseNumber}</span> },
            { title: 'Report', cell: ({ kind, version }) => `${words(kind)}, version ${version}` },
            { title: 'Medicine', cell: ({ adverseEvent }) => adverseEvent.medicationName },
            { title: 'To', cell: ({ program }) => program?.manufacturer },
            { title: 'State', cell: ({ state: one }) => <Pill of={one} {...(bad.has(one) && { tone: 'bad' as const })} /> },
            {
              title: 'Due',
              cell: ({ dueAt, timeLeft }) => (timeLeft != null && timeLeft < 0 ? <Pill of="overdue" tone="bad" /> : <Time at={dueAt} />),
            },
            { title: 'Sent', cell: ({ sentAt }) => sentAt && <Time at={sentAt} /> },
            { title: 'Their number', cell: ({ receiverNumber }) => receiverNumber },
          ]}
        />
      </Listed>
    </View>
  )
}
