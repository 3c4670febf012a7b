import { useMutation, useQuery } from 'urql'
import { FailedJobsDocument, RetryJobDocument } from '../../generated/documents.ts'
import { moment } from '../../parts/formats.ts'
import { States } from '../../parts/states.tsx'
import { words } from '../../ui/pill.tsx'
import { wordsOf } from '../../ui/states.tsx'

/** Jobs that failed every time they were tried. */
export function JobsSection() {
  const [{ data, error, fetching }, read] = useQuery({ query: FailedJobsDocument, requestPolicy: 'network-only' })
  const [retried, retry] = useMutation(RetryJobDocument)
  const again = () => read({ requestPolicy: 'network-only' })
  return (
    <section className="block" aria-labelledby="jobs">
      <div className="block-head">
        <h2 id="jobs">Failed jobs</h2>
        <button type="button" className="button" onClick={again}>
          Look again
        </button>
      </div>
      {retried.error && (
        <p className="notice notice-error" role="alert">
          {wordsOf(retried.error)}
        </p>
      )}
      <p role="status" className="quiet">
        {retried.data?.retryJob && 'The job is waiting to run again.'}
      </p>
      <States value={data?.failedJobs} error={error} fetching={fetching} empty={<p>No job has failed.</p>}>
        {(jobs) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be scrolled by keyboard
          <section className="table-scroll" aria-label="Failed jobs, table" tabIndex={0}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Job</th>
                  <th scope="col">About</th>
                  <th scope="col">Last tried</th>
                  <th scope="col">
                    <span className="unseen">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {jobs.map(({ id, name, subject, failedAt }) => (
                  <tr key={id}>
                    <th scope="row">{words(name.replaceAll('-', '_'))}</th>
                    <td>
                      <code className="break">{subject}</code>
                    </td>
                    <td className="nowrap">{moment(failedAt)}</td>
                    <td>
                      <button type="button" className="button" onClick={() => retry({ id }).then(again)}>
                        Run again<span className="unseen"> {name}</span>
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </States>
    </section>
  )
}
