import { Link } from 'wouter'
import type { SourceRowFragment } from '../../generated/documents.ts'
import { count, counted } from '../../parts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { versionStates } from './version-words.ts'

const states = { queued: 'Being read', ready: 'Ready', failed: 'Failed' } as const

interface Deeds {
  onRefresh: (id: number) => void
  onRemove: (id: number) => void
}

interface SourceTableProps {
  sources: readonly SourceRowFragment[]
  /** Where a source opens. */
  linkOf: (source: SourceRowFragment) => string
  current: number | undefined
  /** Of whoever keeps the library. */
  deeds: Deeds | false
}

/** Sources with their state, why one failed, and what can be done about it. */
export const SourceTable = ({ sources, linkOf, current, deeds }: SourceTableProps) => (
  <Table
    caption="Sources"
    rows={sources}
    keyOf={({ id }) => id}
    current={current}
    columns={[
      { title: 'Source', cell: (source) => <Source source={source} address={linkOf(source)} /> },
      { title: 'State', cell: (source) => <State source={source} /> },
      { title: 'Sections', number: true, cell: ({ itemCount }) => count(itemCount) },
      { title: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
      ...(deeds ? [{ title: 'Actions', untitled: true, cell: (source: SourceRowFragment) => <Actions source={source} {...deeds} /> }] : []),
    ]}
  />
)

const nameOf = ({ title, locator }: SourceRowFragment) => title ?? locator

/** How far reading it has come; once it is read, what has become of what it says. */
function State({ source: { state, latest, itemCount } }: { source: SourceRowFragment }) {
  const [version] = latest
  if (state !== 'ready' || !version) return <Pill of={state} called={states[state]} />
  const [called, tone] = versionStates[version.state]
  return (
    <span className="pills">
      {version.state !== 'published' && itemCount > 0 && <Pill of="published" called={versionStates.published[0]} tone="good" />}
      <Pill of={version.state} called={called} tone={tone} />
    </span>
  )
}

function Source({ source, address }: { source: SourceRowFragment; address: string }) {
  const { title, locator, format, error, skipped } = source
  return (
    <>
      <Link href={address} className="name">
        {nameOf(source)}
      </Link>
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
