import { useRef } from 'react'
import { useQuery } from 'urql'
import { Link, useParams } from 'wouter'
import { PatientDocument } from '../generated/documents.ts'
import { saveFile } from '../parts/save-file.ts'
import { useActorName } from '../parts/use-actor-name.ts'
import { Consents } from '../patient/consents.tsx'
import { Coverage } from '../patient/coverage.tsx'
import { Demographics } from '../patient/demographics.tsx'
import { AdverseEvents, Calls, FollowUp, Medications } from '../patient/lists.tsx'
import { Notes } from '../patient/notes.tsx'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Answered, Empty, ToTheEnd } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import './patient.css'
import './patient-record.css'

const sections = [
  ['Medications', Medications],
  ['Coverage', Coverage],
  ['Calls', Calls],
  ['Adverse events', AdverseEvents],
  ['Callbacks and follow-ups', FollowUp],
  ['Consent', Consents],
  ['Notes', Notes],
] as const

/** What stands in a saved record besides its words. */
const style = `body{font:14px/1.5 sans-serif;margin:32px;max-width:1000px}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #999;padding:4px 8px;text-align:left;vertical-align:top}dl{display:grid;grid-template-columns:repeat(3,1fr);gap:8px}
dt{color:#555}dd{margin:0}.unseen{display:none}.prose{white-space:pre-wrap}`

/** A patient's whole record as one document, to be printed or kept. */
export default function PatientRecord() {
  const id = Number(useParams<{ id: string }>().id)
  const { caller } = useCaller()
  const nameOf = useActorName()
  const [result] = useQuery({ query: PatientDocument, variables: { id } })
  const record = useRef<HTMLElement>(null)

  /** What is shown, once all of it is there. */
  const whole = () => {
    if (!record.current?.querySelector('[aria-busy="true"], [role="status"], [role="alert"]')) return record.current
    notify('Some of it is not there yet. Try again in a moment.')
    return null
  }
  const save = () => {
    const shown = whole()?.cloneNode(true) as HTMLElement | undefined
    if (!shown) return
    for (const control of shown.querySelectorAll('.no-print, button, form')) control.remove()
    for (const link of shown.querySelectorAll('a')) link.replaceWith(...link.childNodes)
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Patient ${id}</title><style>${style}</style>${shown.outerHTML}</html>`
    saveFile(`patient-${id}.html`, page, 'text/html;charset=utf-8')
  }

  return (
    <Answered result={result}>
      {({ patient }) =>
        patient ? (
          <article className="record stack" ref={record}>
            <header>
              <p className="small no-print">
                <Link href={`/patients/${id}`}>Patient</Link>
              </p>
              <h1>
                Record of {patient.firstName} {patient.lastName}
              </h1>
              <p className="muted">
                Made by {nameOf(caller.id)}, <Time at={new Date().toISOString()} />. It holds health information of one person.
              </p>
              <p className="no-print">
                <Button look="primary" onClick={() => whole() && print()}>
                  Print
                </Button>{' '}
                <Button onClick={save}>Save as a file</Button>
              </p>
              <p className="muted small no-print">
                What was said in calls, documents of prior authorizations, e-mails and who worked on what are not in it;{' '}
                <code>care patients export</code> writes everything as JSON.
              </p>
            </header>
            <h2>Demographics</h2>
            <Demographics patient={patient} />
            <ToTheEnd value={true}>
              {sections.map(([title, Section]) => (
                <section key={title} aria-label={title}>
                  <h2>{title}</h2>
                  <Section id={id} />
                </section>
              ))}
            </ToTheEnd>
          </article>
        ) : (
          <Empty title="There is no such patient">The number may be mistyped.</Empty>
        )
      }
    </Answered>
  )
}
