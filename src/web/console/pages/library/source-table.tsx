import { useState } from 'react'
import type { SourceRowFragment } from '../../generated/documents.ts'
import { count, moment } from '../../parts/formats.ts'

const states = { queued: 'Being read', ready: 'Ready', failed: 'Failed' } as const

interface SourceTableProps {
  sources: readonly SourceRowFragment[]
  onRefresh: (id: number) => void
  onRemove: (id: number) => void
}

/** Sources with their state, why one failed, and what can be done about it. */
export function SourceTable({ sources, onRefresh, onRemove }: SourceTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be scrolled by keyboard
    <section className="table-scroll" aria-label="Sources, table" tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">State</th>
            <th scope="col" className="number">
              Sections
            </th>
            <th scope="col">Changed</th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <Source key={source.id} source={source} onRefresh={onRefresh} onRemove={onRemove} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Source({ source, onRefresh, onRemove }: { source: SourceRowFragment } & Omit<SourceTableProps, 'sources'>) {
  const { id, title, locator, format, state, error, skipped, itemCount, updatedAt } = source
  const [asked, setAsked] = useState(false)
  const name = title ?? locator
  const isAddress = /^https?:/.test(locator)
  return (
    <tr>
      <th scope="row">
        {name}
        <div className="quiet break">{[title === null ? null : locator, format].filter(Boolean).join(' · ')}</div>
        {error && <p className="notice notice-error">{error}</p>}
        {skipped.length > 0 && (
          <details className="quiet">
            <summary>{count(skipped.length)} parts were left out</summary>
            <ul>
              {skipped.map(({ place, reason }) => (
                <li key={place}>
                  {place}: {reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </th>
      <td>
        <span className={`badge badge-${state}`}>{states[state]}</span>
      </td>
      <td className="number">{count(itemCount)}</td>
      <td className="nowrap">{moment(updatedAt)}</td>
      <td>
        <div className="actions">
          {isAddress && state !== 'queued' && (
            <button type="button" className="button" onClick={() => onRefresh(id)}>
              Read again<span className="unseen"> {name}</span>
            </button>
          )}
          {asked ? (
            <button type="button" className="button danger" onClick={() => onRemove(id)} onBlur={() => setAsked(false)}>
              Remove for good<span className="unseen"> {name}</span>
            </button>
          ) : (
            <button type="button" className="button" onClick={() => setAsked(true)}>
              Remove<span className="unseen"> {name}</span>
            </button>
          )}
        </div>
        {state === 'failed' && !isAddress && <p className="quiet">Mend the file and add it again under the same name.</p>}
      </td>
    </tr>
  )
}
