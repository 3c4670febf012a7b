import { useEffect, useRef } from 'react'
import { type CallOutcome, CallsDocument, type CallType, CallUpdatedDocument } from '../../generated/documents.ts'
import { Chosen } from '../../parts/chosen.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { States } from '../../parts/states.tsx'
import { useEvents } from '../../parts/use-events.ts'
import { usePages } from '../../parts/use-pages.ts'
import { useQueryString } from '../../parts/use-query-string.ts'
import { inWords } from '../../parts/words.ts'
import { CallTable } from './call-table.tsx'
import { callTypes } from './call-words.ts'

const outcomes: CallOutcome[] = [
  'adverse_event_reported',
  'callback_requested',
  'coverage_confirmed',
  'declined',
  'identity_not_verified',
  'information_provided',
  'no_conversation',
  'not_covered',
  'pa_required',
  'transferred',
  'unresolved',
  'wrong_number',
]
const any = { value: 'any', name: 'Any' } as const

/** Calls in progress as they change, and those before them. */
export function CallsPage() {
  const type = useQueryString<CallType | 'any'>('kind', 'any', ['any', 'patient', 'benefits_verification', 'other'])
  const outcome = useQueryString<CallOutcome | 'any'>('outcome', 'any', ['any', ...outcomes])
  const callType = type.value === 'any' ? {} : { callType: type.value }
  const live = usePages(CallsDocument, { first: 50, filter: { statuses: ['in_progress'] } }, (data) => data.voiceCalls)
  const recent = usePages(
    CallsDocument,
    {
      first: 25,
      filter: {
        statuses: ['completed', 'failed', 'no_answer'],
        ...callType,
        ...(outcome.value === 'any' ? {} : { outcomes: [outcome.value] }),
      },
    },
    (data) => data.voiceCalls,
  )
  const { again: liveAgain } = live
  const { again: recentAgain } = recent
  // Several changes of a moment are read once.
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)
  const readSoon = () => {
    clearTimeout(due.current)
    due.current = setTimeout(() => {
      void liveAgain()
      void recentAgain()
    }, 300)
  }
  useEffect(() => () => clearTimeout(due.current), [])
  useEvents(CallUpdatedDocument, {}, { onData: readSoon, onConnected: readSoon })

  return (
    <>
      <h1>Calls</h1>
      <section className="block" aria-labelledby="in-progress">
        <h2 id="in-progress">In progress</h2>
        <States value={live.nodes} {...live} empty={<p>No call is in progress. One appears here as soon as it begins.</p>}>
          {(calls) => <CallTable calls={calls} caption="Calls in progress" />}
        </States>
        <MoreButton list={live} />
      </section>
      <section className="block" aria-labelledby="recent">
        <div className="block-head">
          <h2 id="recent">Recent</h2>
          <div className="filters">
            <Chosen
              label="Kind"
              chosen={type}
              options={[any, ...Object.entries(callTypes).map(([value, name]) => ({ value: value as CallType, name }))]}
            />
            <Chosen label="Disposition" chosen={outcome} options={[any, ...outcomes.map((value) => ({ value, name: inWords(value) }))]} />
          </div>
        </div>
        <States value={recent.nodes} {...recent} empty={<p>No call fits.</p>}>
          {(calls) => <CallTable calls={calls} caption="Recent calls" />}
        </States>
        <MoreButton list={recent} />
      </section>
    </>
  )
}
