import { useClient, useQuery } from 'urql'
import { Link, useParams } from 'wouter'
import { SafetyCaseDocument, type SafetyCaseQuery } from '../generated/documents.ts'
import { useLive } from '../parts/live.tsx'
import { useActorName } from '../parts/use-actor-name.ts'
import { Assess, useAssessment } from '../safety/assess.tsx'
import { CaseReports } from '../safety/case-reports.tsx'
import { Details } from '../safety/details.tsx'
import { downloadCase } from '../safety/download.ts'
import { Gathered } from '../safety/gathered.tsx'
import { Transcript } from '../safety/transcript.tsx'
import { useCaller } from '../shell/caller.tsx'
import { Button } from '../ui/button.tsx'
import { Definitions } from '../ui/definitions.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { Decide } from '../work/decide.tsx'
import { History } from '../work/history.tsx'
import type { OnDecided } from '../work/use-decide.ts'
import './safety-case.css'

type Case = NonNullable<SafetyCaseQuery['adverseEvent']>

const sources = { agent: 'The voice agent', analysis: 'The analysis of the call', chat: 'The chat', staff: 'Staff' } as const

/** One case, to review, hand over and print. */
export default function SafetyCase() {
  const id = Number(useParams<{ id: string }>().id)
  const [result, ask] = useQuery({ query: SafetyCaseDocument, variables: { id } })
  useLive(() => ask({ requestPolicy: 'network-only' }))
  return (
    <Answered result={result}>
      {({ adverseEvent: one }) =>
        one ? (
          <Shown one={one} isRead={!result.fetching && !result.stale} done={() => void ask({ requestPolicy: 'network-only' })} />
        ) : (
          <Empty title="There is no such case" />
        )
      }
    </Answered>
  )
}

function Shown({ one, isRead, done }: { one: Case; isRead: boolean; done: OnDecided }) {
  const nameOf = useActorName()
  const client = useClient()
  return (
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
            <Button onClick={() => void downloadCase(client, one)}>Download JSON</Button>
            <Button onClick={() => print()}>Print</Button>
          </span>
        </div>
      </header>
      <div className="case">
        <div className="stack">
          <section className="card" aria-label="The case">
            <p className="lead">{one.eventDescription}</p>
            <Definitions
              close
              of={[
                ['Kind', one.kinds.map(words).join(', ')],
                ['Suspect medicine', one.medicationName],
                ['Severity', one.severity && <Pill of={one.severity} />],
                ['Seriousness', one.seriousness.map(words).join(', ') || 'None known'],
                ['Symptoms', one.symptoms.join(', ')],
                ['Learned from', sources[one.source]],
                ['Reported', <Time key="time" whole at={one.createdAt} />],
                [
                  'Patient',
                  one.patient && (
                    <Link href={`/patients/${one.patient.id}`}>
                      {one.patient.firstName} {one.patient.lastName}
                    </Link>
                  ),
                ],
                ['Caller verified', one.callerVerified ? 'Yes' : 'No'],
                ...(one.reviewedBy ? [['Reviewed by', nameOf(one.reviewedBy)] as const] : []),
              ]}
            />
            {one.reviewNote && (
              <div>
                <p className="muted small">Review note</p>
                <p className="prose">{one.reviewNote}</p>
              </div>
            )}
          </section>
          <Details of={one} again={() => void done(false)} />
          <section className="card" aria-label="What was said">
            <h2>What was said</h2>
            {one.voiceCall && (
              <p className="no-print">
                <Link href={`/calls/${one.voiceCall.id}`}>The whole call</Link>
              </p>
            )}
            {one.chatMessage && (
              <p className="no-print">
                <Link href={`/conversations/${one.chatMessage.conversationId}`}>The whole conversation</Link>
              </p>
            )}
            <Transcript of={one} />
          </section>
          <Gathered of={one} />
        </div>
        <div className="stack">
          <CaseReports of={one} isRead={isRead} again={() => void done(false)} />
          <Review one={one} done={done} />
        </div>
      </div>
    </div>
  )
}

function Review({ one, done }: { one: Case; done: OnDecided }) {
  const { may } = useCaller()
  const assessing = useAssessment(one)
  return (
    <section className="card no-print" aria-label="Review">
      <h2>Review</h2>
      {may('safety_review', 'care') && <Assess of={assessing} />}
      <Decide work={one.work} kind="adverse_event" state={one.reviewState} assessment={assessing.assessment} done={done} />
      <History of={one.work.history} />
    </section>
  )
}
