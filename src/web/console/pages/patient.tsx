import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useQuery } from 'urql'
import { Link, useParams } from 'wouter'
import { PatientDocument } from '../generated/documents.ts'
import { LivePatient, useLive } from '../parts/live.tsx'
import { SectionLinks } from '../parts/section-links.tsx'
import { Demographics } from '../patient/demographics.tsx'
import { EditDemographics } from '../patient/edit-demographics.tsx'
import { ChangeStatus, LegalHold } from '../patient/record-actions.tsx'
import { useCaller } from '../shell/caller.tsx'
import { useParam } from '../shell/use-param.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Pill } from '../ui/pill.tsx'
import { Answered, Empty, Loading } from '../ui/states.tsx'
import './patient.css'

type Section = ComponentType<{ id: number }>
const section = (load: () => Promise<{ default: Section }>) => lazy(load)
const lists = () => import('../patient/lists.tsx')

const tabs: [key: string, title: string, Section][] = [
  ['medications', 'Medications', section(async () => ({ default: (await lists()).Medications }))],
  ['coverage', 'Coverage', section(async () => ({ default: (await import('../patient/coverage.tsx')).Coverage }))],
  ['calls', 'Calls', section(async () => ({ default: (await lists()).Calls }))],
  ['safety', 'Adverse events', section(async () => ({ default: (await lists()).AdverseEvents }))],
  ['follow-up', 'Callbacks and follow-ups', section(async () => ({ default: (await lists()).FollowUp }))],
  ['notes', 'Notes', section(async () => ({ default: (await import('../patient/notes.tsx')).Notes }))],
  ['consent', 'Consent', section(async () => ({ default: (await import('../patient/consents.tsx')).Consents }))],
  ['timeline', 'Timeline', section(async () => ({ default: (await import('../patient/timeline.tsx')).Timeline }))],
  ['audit', 'Audit', section(async () => ({ default: (await lists()).Audit }))],
]

/** A patient’s page, which follows what others do to the record. */
export default function Patient() {
  const id = Number(useParams<{ id: string }>().id)
  return (
    <LivePatient id={id}>
      <Shown id={id} />
    </LivePatient>
  )
}

/** One patient: who they are, and in sections, each asked for when it is opened, what is known of them. */
function Shown({ id }: { id: number }) {
  const { may } = useCaller()
  const [result, ask] = useQuery({ query: PatientDocument, variables: { id } })
  const [tab = 'medications', setTab] = useParam('tab')
  const [editing, setEditing] = useState(false)
  const shown = tabs.filter(([key]) => key !== 'audit' || may('access'))
  const Open = shown.find(([key]) => key === tab)?.[2]
  const again = () => ask({ requestPolicy: 'network-only' })
  useLive(again)
  return (
    <Answered result={result}>
      {({ patient }) =>
        patient ? (
          <div className="stack">
            <header className="page-head">
              <div>
                <p className="small">
                  <Link href="/patients">Patients</Link>
                </p>
                <h1>
                  {patient.firstName} {patient.lastName}
                </h1>
              </div>
              <div className="row">
                <Pill of={patient.status} />
                {patient.hasAdverseEvents && <Pill of="adverse events" tone="bad" />}
                <Link href={`/patients/${id}/record`} className="button">
                  Whole record
                </Link>
                {may('patients_write', 'care') && (
                  <>
                    <Button onClick={() => setEditing(true)}>Edit</Button>
                    <ChangeStatus patient={patient} again={again} />
                  </>
                )}
              </div>
            </header>
            <section className="card" aria-label="Demographics">
              <Demographics patient={patient} />
              {may('access') && <LegalHold id={id} />}
            </section>
            <SectionLinks
              label="About this patient"
              param="tab"
              value={tab}
              sections={shown.map(([key, title]) => [key, title] as const)}
            />
            <Suspense fallback={<Loading />}>{Open ? <Open id={id} /> : <Button onClick={() => setTab(undefined)}>Back</Button>}</Suspense>
            <Dialog title="Edit demographics" open={editing} onClose={() => setEditing(false)}>
              <EditDemographics patient={patient} onClose={() => setEditing(false)} again={again} />
            </Dialog>
          </div>
        ) : (
          <Empty title="There is no such patient">The number may be mistyped.</Empty>
        )
      }
    </Answered>
  )
}
