import { diffWordsWithSpace } from 'diff'
import { useState } from 'react'
import { useQuery } from 'urql'
import { VersionComparisonDocument, type VersionComparisonQuery, type VersionRowFragment } from '../../generated/documents.ts'
import { count } from '../../parts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { sectionChanges } from './version-words.ts'

type Comparison = NonNullable<VersionComparisonQuery['versionComparison']>
type Section = Comparison['sections'][number]

/** So many sections are shown at first, and so many more each time; the service gives a thousand. */
const step = 200
const most = 1000

/** What a version says, beside what visitors see of its source now. */
export function VersionChanges({ version: { id, state, title, url } }: { version: VersionRowFragment }) {
  // What visitors see differs from itself in nothing.
  const [differing, setDiffering] = useState(state !== 'published')
  const [limit, setLimit] = useState(step)
  const [result] = useQuery({ query: VersionComparisonDocument, variables: { id, differing, limit }, requestPolicy: 'network-only' })
  return (
    <Answered result={result}>
      {({ versionComparison }) =>
        versionComparison ? (
          <>
            <div className="block-head">
              <h3>What it says</h3>
              <label className="inline-check">
                <input type="checkbox" checked={differing} onChange={({ target }) => setDiffering(target.checked)} /> Only what differs
              </label>
            </div>
            <p className="break">
              <strong>{title}</strong>
              {url && <span className="quiet"> {url}</span>}
            </p>
            <p className="quiet">Sections, beside what visitors see now: {sumOf(versionComparison)}</p>
            <ul className="plain-list" aria-label="Sections">
              {versionComparison.sections.map((section, at) => (
                <li key={at}>
                  <SectionText section={section} />
                </li>
              ))}
            </ul>
            {versionComparison.sections.length === limit && limit < most && (
              <p className="more">
                <Button onClick={() => setLimit(limit + step)}>Show more</Button>
              </p>
            )}
            {versionComparison.sections.length === most && <p className="quiet">The first {count(most)} are shown.</p>}
          </>
        ) : (
          <Empty title="There is no such version" />
        )
      }
    </Answered>
  )
}

function sumOf({ added, changed, removed, same }: Comparison) {
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [removed, 'left out'],
    [same, 'the same'],
  ] as const
  const sections = parts.flatMap(([number, called]) => (number > 0 ? `${count(number)} ${called}` : []))
  return `${sections.join(', ')}.`
}

function SectionText({ section: { change, header, content, before } }: { section: Section }) {
  const [called, tone] = sectionChanges[change]
  return (
    <article>
      <h4>
        {header ?? 'Without a heading'} {change !== 'same' && <Pill of={change} called={called} tone={tone} />}
      </h4>
      {before === null ? <p className="prose">{content}</p> : <Changed before={before} after={content} />}
    </article>
  )
}

/** A text with the words that came and went. Screen readers say which. */
const Changed = ({ before, after }: { before: string; after: string }) => (
  <p className="prose">
    {diffWordsWithSpace(before, after).map(({ value, added, removed }, at) => {
      if (added) return <ins key={at}>{value}</ins>
      if (removed) return <del key={at}>{value}</del>
      return value
    })}
  </p>
)
