import { Link } from 'wouter'
import type { CallQuery } from '../../generated/documents.ts'
import { Pill, words } from '../../ui/pill.tsx'
import { Telephone } from '../../ui/telephone.tsx'
import { disposition } from './call-words.ts'

type Call = NonNullable<CallQuery['voiceCall']>

/** Adverse events that were told in the call: the first thing a supervisor looks for. */
export function CallEvents({ call: { adverseEvents } }: { call: Call }) {
  if (adverseEvents.length === 0) return null
  return (
    <section className="card card-alert" aria-labelledby="call-events">
      <h2 id="call-events">Adverse events</h2>
      <ul className="plain-list">
        {adverseEvents.map(({ id, caseNumber, eventDescription, severity, reviewState }) => (
          <li key={id}>
            <Link href={`/safety/${id}`}>{caseNumber}</Link> <Pill of={severity ?? 'not assessed'} />
            <p>{eventDescription}</p>
            <p className="quiet">{words(reviewState)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const analysisStates = {
  not_started: 'The call is analyzed when it is over.',
  pending: 'The call is being analyzed.',
  skipped: 'There was nothing to analyze.',
  completed: '',
} as const

/** How the call ended, and what the analysis made of it. */
export function CallOutcome({ call }: { call: Call }) {
  const { analysisMetadata, analysisStatus, analysedBy, patientSatisfactionScore, callbacks, followUpActions } = call
  return (
    <section className="card" aria-labelledby="call-outcome">
      <h2 id="call-outcome">After the call</h2>
      {call.status !== 'in_progress' && (
        <dl className="facts">
          <dt>Disposition</dt>
          <dd>{disposition(call)}</dd>
          <dt>Satisfaction</dt>
          <dd>{patientSatisfactionScore == null ? '–' : `${patientSatisfactionScore} of 5, inferred`}</dd>
        </dl>
      )}
      {analysisMetadata ? (
        <>
          <h3>Summary</h3>
          <p>{analysisMetadata.summary.overview}</p>
          <h3>Concern</h3>
          <p>{analysisMetadata.summary.patientConcern}</p>
          <h3>Resolution</h3>
          <p>{analysisMetadata.summary.resolution}</p>
          {analysisMetadata.keyFindings.length > 0 && (
            <>
              <h3>Key findings</h3>
              <ul>
                {analysisMetadata.keyFindings.map((finding) => (
                  <li key={finding}>{finding}</li>
                ))}
              </ul>
            </>
          )}
          <p className="quiet">Analyzed by {analysedBy === 'local' ? 'the built-in rules' : (analysedBy ?? 'an unknown model')}.</p>
        </>
      ) : (
        <p className="quiet">{analysisStates[analysisStatus]}</p>
      )}
      {callbacks.length + followUpActions.length > 0 && (
        <>
          <h3>For staff to do</h3>
          <ul>
            {callbacks.map(({ id, status, preferredTime, phoneNumber, reason, work }) => (
              <li key={`callback ${id}`}>
                <Link href={`/work?item=${work.id}`}>Call back</Link> <Telephone number={phoneNumber} />
                {[preferredTime, reason].filter(Boolean).map((one) => `, ${one}`)}{' '}
                <span className="quiet">({words(status).toLowerCase()})</span>
              </li>
            ))}
            {followUpActions.map(({ id, action, priority, status, work }) => (
              <li key={`action ${id}`}>
                <Link href={`/work?item=${work.id}`}>{action}</Link>{' '}
                <span className="quiet">
                  ({priority}, {words(status).toLowerCase()})
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
