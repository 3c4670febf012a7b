import { useEffect } from 'react'
import { type CallOutcome, CallsDocument, type CallType, CallUpdatedDocument, FindCallsDocument } from '../../generated/documents.ts'
import { FindByWords } from '../../parts/find-by-words.tsx'
import { useEvents } from '../../parts/use-events.ts'
import { useSoon } from '../../parts/use-soon.ts'
import { useOrder } from '../../shell/use-order.ts'
import { usePages } from '../../shell/use-pages.ts'
import { useParam } from '../../shell/use-param.ts'
import { words } from '../../ui/pill.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty, Listed } from '../../ui/states.tsx'
import { View } from '../view.tsx'
import { CallTable } from './call-table.tsx'
import { callTypes } from './call-words.ts'
import { useNow } from './use-now.ts'

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

/** Calls in progress as they change, and those before them. */
export default function CallsPage() {
  const [type, setType] = useParam<CallType>('kind', ['patient', 'benefits_verification', 'other'])
  const [outcome, setOutcome] = useParam('outcome', outcomes)
  const live = usePages(CallsDocument, { filter: { statuses: ['in_progress'] } }, (data) => data.voiceCalls)
  const sorting = useOrder({ CREATED_AT: 'DESC' })
  const recent = usePages(
    CallsDocument,
    {
      filter: {
        statuses: ['completed', 'failed', 'no_answer'],
        ...(type && { callType: type }),
        ...(outcome && { outcomes: [outcome] }),
      },
      orderBy: sorting.orderBy,
    },
    (data) => data.voiceCalls,
  )
  const readSoon = useSoon(() => {
    live.refresh()
    recent.refresh()
  })
  // Silence and length of calls that go on come without an event.
  const now = useNow(30)
  useEffect(() => {
    if (live.nodes.length > 0) void live.refresh()
  }, [now])
  useEvents(CallUpdatedDocument, {}, { onData: readSoon, onConnected: readSoon })

  return (
    <View>
      <h1>Calls</h1>
      <FindByWords
        label="Words said in a call"
        document={FindCallsDocument}
        foundIn={({ findCalls }) => findCalls}
        pathOf={(id) => `/calls/${id}`}
      />
      <section className="block" aria-labelledby="in-progress">
        <h2 id="in-progress">In progress</h2>
        <Listed pages={live} empty={<Empty title="No call is in progress">One appears here as soon as it begins.</Empty>}>
          <CallTable calls={live.nodes} caption="Calls in progress" />
        </Listed>
      </section>
      <section className="block" aria-labelledby="recent">
        <div className="block-head">
          <h2 id="recent">Recent</h2>
          <div className="filters">
            <Select
              label="Kind"
              none="Any"
              value={type}
              onChange={setType}
              options={Object.entries(callTypes).map(([value, name]) => [value as CallType, name] as const)}
            />
            <Select
              label="Disposition"
              none="Any"
              value={outcome}
              onChange={setOutcome}
              options={outcomes.map((value) => [value, words(value)] as const)}
            />
          </div>
        </div>
        <Listed pages={recent} empty={<Empty title="No call found">Try other filters.</Empty>}>
          <CallTable calls={recent.nodes} caption="Recent calls" sorting={sorting} />
        </Listed>
      </section>
    </View>
  )
}
