import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { PaCaseDocument, type PaCaseQuery } from '../generated/documents.ts'
import { useLive } from '../parts/live.tsx'
import { useActorName } from '../parts/use-actor-name.ts'
import { useCaller } from '../shell/caller.tsx'
import { Definitions } from '../ui/definitions.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Day, Time } from '../ui/time.tsx'
import { Decide } from '../work/decide.tsx'
import { deciders } from '../work/decisions.ts'
import type { OnDecided } from '../work/use-decide.ts'
import { Course, useCourse } from './course.tsx'
import { Documents } from './documents.tsx'
import { Requirements } from './requirements.tsx'

type Case = NonNullable<PaCaseQuery['paCase']>

/** One case: what the payer asks for, where its policy says so, how far it is, and the next step. */
export function PaCase({ id, changed }: { id: number; changed: () => void }) {
  const [result, ask] = useQuery({ query: PaCaseDocument, variables: { id } })
  useLive(() => ask({ requestPolicy: 'network-only' }))
  const done: OnDecided = () => {
    ask({ requestPolicy: 'network-only' })
    changed()
    return undefined
  }
  return (
    <aside className="card detail" aria-label="The case">
      <Answered result={result}>
        {({ paCase: one }) => (one ? <Shown one={one} done={done} /> : <Empty title="There is no such case" />)}
      </Answered>
    </aside>
  )
}

function Shown({ one, done }: { one: Case; done: OnDecided }) {
  const nameOf = useActorName()
  const { may } = useCaller()
  const course = useCourse(one)
  return (
    <>
      <header className="row">
        <h2>{one.medicationName ?? 'Coverage as a whole'}</h2>
        <Pill of={one.status} />
        {one.awaits && one.awaits !== 'settled' && <Pill of={`${one.awaits}_due`} tone="warn" />}
      </header>
      <Definitions
        close
        of={[
          ['Patient', <Link key="patient" href={`/patients/${one.patient.id}`}>{`${one.patient.firstName} ${one.patient.lastName}`}</Link>],
          ['Payer', one.payer?.name],
          ['The policy says', one.requirement && <Pill of={one.requirement} />],
          ['Step therapy', one.stepTherapyRequired === null ? null : one.stepTherapyDrugs.join(', ') || 'None'],
          ['Opened', <Time key="opened" at={one.createdAt} />],
          ...steps(one),
        ]}
      />
      <Requirements criteria={one.criteria} sources={one.sources} />
      {one.medicationName !== null && may(deciders.pa_case, 'care') && <Course of={course} status={one.status} />}
      <Decide work={one.work} kind="pa_case" state={one.status} details={course.details} awaits={one.awaits} done={done} />
      <Documents paCaseId={one.id} documents={one.documents} onChanged={() => void done(false)} />
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
  )
}

/** What is on record of the request and the payer's answer. */
const steps = (one: Case): [string, ReactNode][] => {
  const known: [string, ReactNode][] = [
    ['Submitted', one.requestedAt && <Time key="submitted" at={one.requestedAt} />],
    ['Sent by', one.channel && words(one.channel)],
    ['Decision', one.urgent && 'Urgent'],
    ['Diagnosis', one.diagnosisCodes.join(', ')],
    ['Quantity', one.quantity],
    ['Reference number', one.referenceNumber],
    ['Due', one.status === 'pending' && one.work?.dueAt && <Time key="due" at={one.work.dueAt} />],
    ['Decided', one.decidedAt && <Time key="decided" at={one.decidedAt} />],
    ['Denied because', one.denialReason],
    ['Last day of an appeal', one.status === 'denied' && one.appealDueOn && <Day key="appeal" on={one.appealDueOn} />],
    ['Approved from', one.approvedFrom && <Day key="from" on={one.approvedFrom} />],
    ['Approved to', one.approvedTo && <Day key="to" on={one.approvedTo} />],
  ]
  return known.filter(([, value]) => value)
}
