import { useMutation, useQuery } from 'urql'
import { FailedJobsDocument, RetryJobDocument } from '../../generated/documents.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../ui/pill.tsx'
import { Empty, Found, Trouble } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

/** Jobs that failed every time they were tried. */
export function JobsSection() {
  const [{ data, error, fetching }, read] = useQuery({ query: FailedJobsDocument, requestPolicy: 'network-only' })
  const [retried, retry] = useMutation(RetryJobDocument)
  const again = () => read({ requestPolicy: 'network-only' })
  return (
    <section className="block" aria-labelledby="jobs">
      <div className="block-head">
        <h2 id="jobs">Failed jobs</h2>
        <Button onClick={again}>Look again</Button>
      </div>
      <Trouble of={retried.error} />
      <p role="status" className="quiet">
        {retried.data?.retryJob && 'The job is waiting to run again.'}
      </p>
      <Found value={data?.failedJobs} error={error} fetching={fetching} empty={<Empty title="No job has failed" />}>
        {(jobs) => (
          <Table
            caption="Failed jobs"
            rows={jobs}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Job', cell: ({ name }) => words(name.replaceAll('-', '_')) },
              { title: 'About', cell: ({ subject }) => <code className="break">{subject}</code> },
              { title: 'Last tried', cell: ({ failedAt }) => <Time at={failedAt} /> },
              {
                title: 'Actions',
                untitled: true,
                cell: ({ id, name }) => (
                  <Button onClick={() => retry({ id }).then(again)}>
                    Run again<span className="unseen"> {name}</span>
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Found>
    </section>
  )
}
