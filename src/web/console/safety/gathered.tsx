import type { SafetyCaseQuery } from '../generated/documents.ts'
import { count } from '../parts/formats.ts'
import { Pill, words } from '../ui/pill.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

type SafetyCase = NonNullable<SafetyCaseQuery['adverseEvent']>

/** What else belongs to the case: reports that were gathered into it, and what staff have to do about it. */
export const Gathered = ({ of: { gatheredReports, gatheredReportCount, followUpActions } }: { of: SafetyCase }) => (
  <>
    {gatheredReports.length > 0 && (
      <section className="stack" aria-label="Gathered reports">
        <h2>Gathered reports</h2>
        {gatheredReportCount > gatheredReports.length && (
          <p className="muted">
            The {gatheredReports.length} most dangerous of {count(gatheredReportCount)}
          </p>
        )}
        <Table
          caption="Gathered reports"
          rows={gatheredReports}
          keyOf={({ id }) => id}
          columns={[
            { title: 'What', cell: ({ eventDescription }) => eventDescription },
            { title: 'Medicine', cell: ({ medicationName }) => medicationName },
            { title: 'Severity', cell: ({ severity }) => severity && <Pill of={severity} /> },
            { title: 'Reported', cell: ({ createdAt }) => <Time at={createdAt} /> },
          ]}
        />
      </section>
    )}
    {followUpActions.length > 0 && (
      <section className="stack" aria-label="Follow-up actions">
        <h2>Follow-up actions</h2>
        <Table
          caption="Follow-up actions"
          rows={followUpActions}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Action', cell: ({ action }) => action },
            { title: 'For', cell: ({ assignedTo }) => words(assignedTo) },
            { title: 'Priority', cell: ({ priority }) => <Pill of={priority} /> },
            { title: 'Status', cell: ({ status }) => <Pill of={status} /> },
          ]}
        />
      </section>
    )}
  </>
)
