import type { WorkStepFragment } from '../generated/documents.ts'
import { moment } from '../parts/formats.ts'
import { useActorName } from '../parts/use-actor-name.ts'
import { words } from '../ui/pill.tsx'
import { Time } from '../ui/time.tsx'

/** What was done with an item of work, the latest first. */
export const History = ({ of: { edges } }: { of: { edges: readonly { node: WorkStepFragment }[] } }) => (
  <section className="stack" aria-label="History">
    <h3>History</h3>
    <ol className="history" reversed>
      {[...edges].reverse().map(({ node }) => (
        <Step key={node.id} step={node} />
      ))}
    </ol>
  </section>
)

/** The value says to whom, until when or to what state. */
function Step({ step: { at, actor, kind, toValue, note } }: { step: WorkStepFragment }) {
  const nameOf = useActorName()
  const said = (value: string) => {
    if (kind === 'assigned') return `to ${nameOf(value)}`
    if (kind === 'due_date_set') return `for ${moment(value)}`
    return kind === 'opened' ? '' : `(${words(value).toLowerCase()})`
  }
  return (
    <li>
      <strong>{words(kind)}</strong> {toValue && said(toValue)} <span className="muted">by {nameOf(actor)}</span>
      <br />
      <span className="muted small">
        <Time at={at} />
      </span>
      {note && <p className="prose">{note}</p>}
    </li>
  )
}
