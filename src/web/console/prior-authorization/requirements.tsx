import type { PaCaseQuery } from '../generated/documents.ts'
import { Marked } from '../parts/marked.tsx'

type Case = NonNullable<PaCaseQuery['paCase']>
type Source = Case['sources'][number]

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
/** Where a requirement stands: requirements are the policy's own sentences, so the passage that has its words is its passage. */
const passageOf = (criterion: string, sources: readonly Source[]) =>
  sources.filter(({ quote }) => plain(quote).includes(plain(criterion))).sort((one, other) => one.quote.length - other.quote.length)[0]

/** A whole section whose sentences stand as passages of their own. */
const isSaidAlready = ({ quote }: Source, sources: readonly Source[]) =>
  quote
    .split(/(?<=\.)\s+/)
    .every((sentence) => sources.some((other) => other.quote.length < quote.length && plain(other.quote).includes(plain(sentence))))

/** What the payer asks for, each with the policy's passage beside it, or as the passage where that says no more; then what else the policy says on the medicine. */
export function Requirements({ criteria, sources }: Pick<Case, 'criteria' | 'sources'>) {
  const pairs = criteria.map((criterion) => ({ criterion, source: passageOf(criterion, sources) }))
  const shown = new Set(pairs.map(({ source }) => source))
  const others = sources.filter(
    (source, at) =>
      !shown.has(source) && !isSaidAlready(source, sources) && sources.findIndex(({ quote }) => quote === source.quote) === at,
  )
  return (
    <>
      {pairs.length > 0 && (
        <section className="stack">
          <h3>Requirements, and where the policy says so</h3>
          <ul className="parted-list">
            {pairs.map(({ criterion, source }) => (
              <li key={criterion}>
                {source && plain(criterion) === plain(source.quote) ? (
                  <Passage source={source} />
                ) : (
                  <>
                    <p>{criterion}</p>
                    {source ? (
                      <Passage source={source} criterion={criterion} />
                    ) : (
                      <p className="muted small">No passage is recorded for it.</p>
                    )}
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section className="stack">
          <h3>{pairs.length > 0 ? 'What else the policy says' : 'What the policy says'}</h3>
          {others.map((source) => (
            <Passage key={source.title + source.quote} source={source} />
          ))}
        </section>
      )}
    </>
  )
}

const Passage = ({ source: { title, header, page, quote, url }, criterion }: { source: Source; criterion?: string }) => (
  <figure>
    <blockquote>
      <Marked text={quote} phrases={criterion ? [criterion] : []} />
    </blockquote>
    <figcaption className="muted small">
      {url ? (
        <a href={url} target="_blank" rel="noreferrer">
          {title}
        </a>
      ) : (
        title
      )}
      {header && `, ${header}`}
      {page !== null && `, page ${page}`}
    </figcaption>
  </figure>
)
