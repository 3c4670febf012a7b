import type { SourceRowFragment } from '../../generated/documents.ts'
import { count, counted } from '../../parts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

const states = { queued: 'Being read', ready: 'Ready', failed: 'Failed' } as const

interface Deeds {
  onRefresh: (id: number) => void
  onRemove: (id: number) => void
}

interface SourceTableProps {
  sources: readonly SourceRowFragment[]
  /** Of whoever keeps the library. */
  deeds: Deeds | false
}

/** Sources with their state, why one failed, and what can be done about it. */
export const SourceTable = ({ sources, deeds }: SourceTableProps) => (
  <Table
    caption="Sources"
    rows={sources}
    keyOf={({ id }) => id}
    columns={[
      { title: 'Source', cell: (source) => <Source source={source} /> },
      { title: 'State', cell: ({ state }) => <Pill of={state} called={states[state]} /> },
      { title: 'Sections', number: true, cell: ({ itemCount }) => count(itemCount) },
      { title: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
      ...(deeds ? [{ title: 'Actions', untitled: true, cell: (source: SourceRowFragment) => <Actions source={source} {...deeds} /> }] : []),
    ]}
  />
)

const nameOf = ({ title, locator }: SourceRowFragment) => title ?? locator

function Source({ source }: { source: SourceRowFragment }) {
  const { title, locator, format, error, skipped } = source
  return (
    <>
      <strong className="name">{nameOf(source)}</strong>
      <div className="quiet break">{[title === null ? null : locator, format?.toUpperCase()].filter(Boolean).join(' · ')}</div>
      {error && <p className="notice notice-error">{error}</p>}
      {skipped.length > 0 && (
        <details className="quiet">
          <summary>{counted(skipped.length, 'part was', 'parts were')} left out</summary>
          <ul>
            {skipped.map(({ place, reason }) => (
              <li key={place}>
                {place}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Actions({ source, onRefresh, onRemove }: { source: SourceRowFragment } & Deeds) {
  const { id, locator, state } = source
  const name = nameOf(source)
  const isAddress = /^https?:/.test(locator)
  return (
    <>
      <div className="actions">
        {isAddress && state !== 'queued' && (
          <Button onClick={() => onRefresh(id)}>
            Read again<span className="unseen"> {name}</span>
          </Button>
        )}
        <Confirm label="Remove" name={name} onConfirm={() => onRemove(id)}>
          The chat and the search no longer answer from it.
        </Confirm>
      </div>
      {state === 'failed' && !isAddress && <p className="quiet">Correct the file and add it again under the same name.</p>}
    </>
  )
}
