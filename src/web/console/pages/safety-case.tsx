import { useQuery } from 'urql'
import { Link, useParams } from 'wouter'
import { SafetyCaseDocument } from '../generated/documents.ts'
import { download } from '../safety/individual-case.ts'
import { Transcript } from '../safety/transcript.tsx'
import { Button } from '../ui/button.tsx'
import { Definitions } from '../ui/definitions.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { Decide } from '../work/decide.tsx'
import './safety-case.css'

/** One case, to review, hand over and print. */
export default function SafetyCase() {
  const id = Number(useParams<{ id: string }>().id)
  const [result, ask] = useQuery({ query: SafetyCaseDocument, variables: { id } })
  return (
    <Answered result={result}>
      {({ adverseEvent: one }) =>
        one ? (
          <div className="stack">
            <header className="page-head">
              <div>
                <p className="small no-print">
                  <Link href="/safety">Safety</Link>
                </p>
                <h1>{one.caseNumber}</h1>
              </div>
              <div className="row">
                {one.requiresImmediateAction && <Pill of="needs action at once" tone="bad" />}
                <Pill of={one.reviewState} />
                <span className="row no-print">
                  <Button onClick={() => download(one)}>Download JSON</Button>
                  <Button onClick={() => print()}>Print</Button>
                </span>
              </div>
            </header>
            <section className="card" aria-label="The case">
              <p>{one.eventDescription}</p>
              <Definitions
                of={[
                  ['Kind', one.kinds.map(words).join(', ')],
                  ['Suspect medicine', one.medicationName],
                  ['Severity', one.severity && <Pill of={one.severity} />],
                  ['Seriousness', one.seriousness.map(words).join(', ')],
                  ['Symptoms', one.symptoms.join(', ')],
                  ['Learned of by', words(one.source)],
                  ['Reported', <Time key="time" at={one.createdAt} />],
                  [
                    'Patient',
                    one.patient && (
                      <Link href={`/patients/${one.patient.id}`}>
                        {one.patient.firstName} {one.patient.lastName}
                      </Link>
                    ),
                  ],
                  ['Caller verified', one.callerVerified ? 'Yes' : 'No'],
                  ['Reviewed by', one.reviewedBy],
                  ['Review note', one.reviewNote],
                ]}
              />
            </section>
            <section className="card" aria-label="What was said">
              <h2>What was said</h2>
              <Transcript of={one} />
            </section>
            <section className="card no-print" aria-label="Review">
              <h2>Review</h2>
              <Decide work={one.work} kind="adverse_event" state={one.reviewState} done={() => ask({ requestPolicy: 'network-only' })} />
            </section>
          </div>
        ) : (
          <Empty title="There is no such case" />
        )
      }
    </Answered>
  )
}
