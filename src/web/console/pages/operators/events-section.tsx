import { useState } from 'react'
import { useMutation } from 'urql'
import {
  type EventSubscriptionState,
  EventSubscriptionsDocument,
  PingEventSubscriptionDocument,
  ReplayDeadEventsDocument,
  RotateEventSecretDocument,
  type SubscriptionRowFragment,
  UpdateEventSubscriptionDocument,
} from '../../generated/documents.ts'
import { count } from '../../parts/formats.ts'
import { notify } from '../../shell/notices.tsx'
import { usePages } from '../../shell/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, Listed, Trouble } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { CreateSubscription } from './create-subscription.tsx'
import { eventName } from './event-names.ts'
import { ShownSecret } from './shown-secret.tsx'

/** Where events go, what waits and what was given up. */
export function EventsSection() {
  const pages = usePages(EventSubscriptionsDocument, {}, (data) => data.eventSubscriptions)
  return (
    <>
      <CreateSubscription onCreated={pages.refresh} />
      <section className="block" aria-labelledby="subscriptions">
        <h2 id="subscriptions">Subscriptions</h2>
        <Listed pages={pages} empty={<Empty title="No other system is told">Events are kept for 30 days all the same.</Empty>}>
          <ul className="rows rows-wide">
            {pages.nodes.map((subscription) => (
              <li key={subscription.id}>
                <Subscription subscription={subscription} onChanged={pages.refresh} />
              </li>
            ))}
          </ul>
        </Listed>
      </section>
    </>
  )
}

function Subscription({ subscription, onChanged }: { subscription: SubscriptionRowFragment; onChanged: () => void }) {
  const { id, name, url, kinds, state, reason, failingSince, deliveredAt, waiting, dead } = subscription
  const [updated, update] = useMutation(UpdateEventSubscriptionDocument)
  const [pinged, ping] = useMutation(PingEventSubscriptionDocument)
  const [replayed, replay] = useMutation(ReplayDeadEventsDocument)
  const [rotated, rotate] = useMutation(RotateEventSecretDocument)
  const [secret, setSecret] = useState<string>()
  const setState = (next: EventSubscriptionState) => update({ input: { id, state: next } }).then(onChanged)
  const sendPing = async () => {
    const { data } = await ping({ id })
    if (data?.pingEventSubscription) notify('An event without content is on its way.')
  }
  const sendAgain = async () => {
    const { data } = await replay({ id })
    if (data?.replayEventDeliveries) notify(`${count(data.replayEventDeliveries.count)} events go out again.`)
    onChanged()
  }
  return (
    <>
      <div className="block-head">
        <div>
          <strong>{name}</strong> {state !== 'active' && <Pill of={state} />}
        </div>
        {state !== 'ended' && (
          <div className="actions">
            {dead > 0 && <Button onClick={() => void sendAgain()}>Send again{unseen(name)}</Button>}
            <Button onClick={() => void sendPing()}>Try it{unseen(name)}</Button>
            <Button onClick={() => void setState(state === 'paused' ? 'active' : 'paused')}>
              {state === 'paused' ? 'Resume' : 'Pause'}
              {unseen(name)}
            </Button>
            <Confirm
              label="Replace the secret"
              name={`of ${name}`}
              onConfirm={() => void rotate({ id }).then(({ data }) => setSecret(data?.rotateEventSecret?.verifier))}
            >
              For 24 hours the one until now signs beside the new one.
            </Confirm>
            <Confirm label="End" name={name} onConfirm={() => setState('ended')}>
              Nothing goes there any more, for good. What waits is given up.
            </Confirm>
          </div>
        )}
      </div>
      {secret && (
        <ShownSecret
          what="This is the secret with which its receiver verifies events from now on."
          secret={secret}
          onPutAway={() => setSecret(undefined)}
        />
      )}
      <p className="quiet break">
        <code>{url}</code>
      </p>
      <p>{kinds.map(eventName).join(', ')}</p>
      <p>
        {deliveredAt ? (
          <>
            Last arrived <Time at={deliveredAt} />
          </>
        ) : (
          'Nothing has arrived yet'
        )}
        {` · ${count(waiting)} waiting · ${count(dead)} given up`}
      </p>
      {(reason ?? failingSince) && (
        <p className="quiet">
          {reason}
          {failingSince && (
            <>
              {' '}
              Failing since <Time at={failingSince} />.
            </>
          )}
        </p>
      )}
      <Trouble of={updated.error ?? pinged.error ?? replayed.error ?? rotated.error} />
    </>
  )
}

const unseen = (name: string) => <span className="unseen"> of {name}</span>
