import { useQuery } from 'urql'
import { Link } from 'wouter'
import { PaCaseDocument } from '../generated/documents.ts'
import { useActorName } from '../parts/use-actor-name.ts'
import { Definitions } from '../ui/definitions.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { Decide } from '../work/decide.tsx'
import type { Done } from '../work/use-decide.ts'
import { Requirements } from './requirements.tsx'

/** One case: what the payer asks for, where its policy says so, how far it is, and the next step. */
export function PaCase({ id, changed }: { id: number; changed: () => void }) {
  const nameOf = useActorName()
  const [result, ask] = useQuery({ query: PaCaseDocument, variables: { id } })
  const done: Done = () => {
    ask({ requestPolicy: 'network-only' })
    changed()
    return undefined
  }
  return (
    <aside className="card detail" aria-label="The case">
      <Answered result={result}>
        {({ paCase: one }) =>
          one ? (
            <>
              <header className="row">
                <h2>{one.medicationName ?? 'Coverage as a whole'}</h2>
                <Pill of={one.status} />
              </header>
              <Definitions
                close
                of={[
                  [
                    'Patient',
                    <Link key="patient" href={`/patients/${one.patient.id}`}>{`${one.patient.firstName} ${one.patient.lastName}`}</Link>,
                  ],
                  ['Payer', one.payer?.name],
                  ['The policy says', one.requirement && <Pill of={one.requirement} />],
                  ['Step therapy', one.stepTherapyRequired === null ? null : one.stepTherapyDrugs.join(', ') || 'None'],
                  ['Reference number', one.referenceNumber],
                  ['Opened', <Time key="opened" at={one.createdAt} />],
                ]}
              />
              <Requirements criteria={one.criteria} sources={one.sources} />
              <Decide work={one.work} kind="pa_case" state={one.status} done={done} />
              <section className="stack">
                <h3>History</h3>
                <ol className="history" reversed>
                  {[...one.history].reverse().map((step) => (
                    <li key={step.createdAt + step.toStatus}>
                      <strong>{words(step.toStatus)}</strong> <span className="muted">by {nameOf(step.by)}, </span>
                      <Time at={step.createdAt} />
                      {step.note && <p>{step.note}</p>}
                    </li>
                  ))}
                </ol>
              </section>
            </>
          ) : (
            <Empty title="There is no such case" />
          )
        }
      </Answered>
    </aside>
  )
}
