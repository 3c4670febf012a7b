import { Link } from 'wouter'
import type { CallRowFragment } from '../../generated/documents.ts'
import { moment } from '../../parts/formats.ts'
import { callTypes, disposition, length, statuses, withWhom } from './call-words.ts'
import { useNow } from './use-now.ts'

/** Calls, the latest first; each leads to its page. */
export function CallTable({ calls, caption }: { calls: readonly CallRowFragment[]; caption: string }) {
  const now = useNow(5)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be scrolled by keyboard
    <section className="table-scroll" aria-label={caption} tabIndex={0}>
      <table className="table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">Kind</th>
            <th scope="col">Status</th>
            <th scope="col">Disposition</th>
            <th scope="col" className="number">
              Length
            </th>
            <th scope="col">Began</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <tr key={call.id}>
              <th scope="row">
                <Link href={`/calls/${call.id}`}>{withWhom(call)}</Link>
              </th>
              <td>
                {callTypes[call.callType]}, {call.direction}
              </td>
              <td>
                <span className={`badge badge-${call.status}`}>{statuses[call.status]}</span>
              </td>
              <td>{disposition(call)}</td>
              <td className="number">{length(call, now)}</td>
              <td className="nowrap">
                <time dateTime={call.createdAt}>{moment(call.createdAt)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
