import { Link, useParams } from 'wouter'
import { moment } from '../../parts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, Found } from '../../ui/states.tsx'
import { Telephone } from '../../ui/telephone.tsx'
import { View } from '../view.tsx'
import { Announcer } from './announcer.tsx'
import { CallOrders } from './call-orders.tsx'
import { CallEvents, CallOutcome } from './call-outcome.tsx'
import { CallPatient } from './call-patient.tsx'
import { kindOf, length, withWhom } from './call-words.ts'
import { ReportTranscript } from './report-transcript.tsx'
import { Transcript } from './transcript.tsx'
import { useCall } from './use-call.ts'
import { useNow } from './use-now.ts'

/** A call as it goes on: what is said and done, and the verified patient beside it. */
function NumberedCallPage({ id }: { id: number }) {
  const { call, activities, live, error, fetching, following, hasEarlier, showEarlier } = useCall(id)
  const now = useNow(1)
  const hasWords = activities.some(({ __typename }) => __typename === 'Utterance')
  return (
    <View>
      <p className="breadcrumb">
        <Link href="/calls">Calls</Link>
      </p>
      {!call && <h1>Call</h1>}
      <Found value={call} error={error} fetching={fetching} empty={<Empty title="There is no such call" />}>
        {(call) => (
          <>
            <header className="page-head">
              <h1>{withWhom(call)}</h1>
              <p className="quiet">
                <Pill of={call.status} /> {kindOf(call)}, <time dateTime={call.createdAt}>{moment(call.createdAt)}</time>,{' '}
                {length(call, now)}
                {call.phoneNumber && (
                  <>
                    , <Telephone number={call.phoneNumber} />
                  </>
                )}
              </p>
              <CallOrders call={call} />
            </header>
            {call.joinedTo && (
              <p className="notice">
                The carrier's record of a call. What was said is with <Link href={`/calls/${call.joinedTo.id}`}>that call</Link>.
              </p>
            )}
            {!following && (
              <p className="notice" role="status">
                Connecting to the call. What is below may be old.
              </p>
            )}
            <div className="beside">
              <section aria-labelledby="transcript">
                <h2 id="transcript">Conversation</h2>
                {hasEarlier && <Button onClick={showEarlier}>Show earlier</Button>}
                {!hasWords && call.transcript && <ReportTranscript transcript={call.transcript} />}
                {!hasWords && call.transcript && activities.length > 0 && <h3 className="done">What the agent did</h3>}
                {activities.length > 0 && <Transcript activities={activities} isLive={call.status === 'in_progress'} />}
                {!hasWords && !call.transcript && (
                  <p className="empty">{call.status === 'in_progress' ? 'Nothing was said yet.' : 'Nothing was said.'}</p>
                )}
              </section>
              <div className="aside">
                <CallPatient call={call} />
                <CallEvents call={call} />
                <CallOutcome call={call} />
              </div>
            </div>
            <Announcer live={live} />
          </>
        )}
      </Found>
    </View>
  )
}

/** The page of one, by the number in its address. */
export default function CallPage() {
  const { id } = useParams()
  return <NumberedCallPage key={id} id={Number(id)} />
}
