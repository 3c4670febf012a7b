import { type FormEvent, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { CreateSafetyProgramDocument, EventSubscriptionsDocument, type ReportChannel, type ReportReview } from '../generated/documents.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Trouble } from '../ui/states.tsx'

const zones = ['New_York', 'Chicago', 'Denver', 'Los_Angeles'].map((city) => `America/${city}`).concat('UTC')
const empty = { manufacturer: '', medicines: '', email: '', subscription: '', hours: '24' }

/** A contract with a manufacturer: which medicines, how its reports go out, and in which time. */
export function CreateProgram({ onCreated }: { onCreated: () => void }) {
  const [values, setValues] = useState(empty)
  const [channel, setChannel] = useState<ReportChannel>('email')
  const [zone, setZone] = useState<string>('America/New_York')
  const [weekdays, setWeekdays] = useState(true)
  const [review, setReview] = useState<ReportReview>('by_source')
  const [{ data }] = useQuery({ query: EventSubscriptionsDocument, variables: { first: 100 } })
  const [{ fetching, error }, create] = useMutation(CreateSafetyProgramDocument)
  const set = (name: keyof typeof empty) => (value: string | undefined) => setValues((before) => ({ ...before, [name]: value ?? '' }))
  const subscriptions = data?.eventSubscriptions.edges.map(({ node }) => node).filter(({ state }) => state !== 'ended') ?? []

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await create({
      input: {
        manufacturer: values.manufacturer.trim(),
        medicines: values.medicines
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
        channel,
        email: channel === 'email' ? values.email.trim() : null,
        subscriptionId: channel === 'event' && values.subscription ? Number(values.subscription) : null,
        dueHours: Number(values.hours),
        timeZone: zone,
        workingDays: weekdays ? [1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6, 7],
        review,
      },
    })
    if (!data?.createSafetyProgram) return
    setValues(empty)
    onCreated()
  }

  return (
    <section className="card" aria-labelledby="create-program">
      <h2 id="create-program">Report cases to a manufacturer</h2>
      <form onSubmit={(event) => void submit(event)} className="stack">
        <div className="form">
          <Field label="Manufacturer" required maxLength={200} value={values.manufacturer} onChange={set('manufacturer')} />
          <Field label="Medicines, parted by commas" required value={values.medicines} onChange={set('medicines')} />
          <Select
            label="How reports go out"
            value={channel}
            onChange={(value) => setChannel(value ?? 'email')}
            options={[
              ['email', 'E-mail'],
              ['event', 'Event subscription'],
              ['manual', 'Staff send them'],
            ]}
          />
          {channel === 'email' && (
            <Field label="Address of its safety desk" type="email" required value={values.email} onChange={set('email')} />
          )}
          {channel === 'event' && (
            <Select
              label="Event subscription"
              none="Choose"
              required
              value={values.subscription || undefined}
              onChange={set('subscription')}
              options={subscriptions.map(({ id, name }) => [String(id), name])}
            />
          )}
          <Field label="Within how many hours" type="number" min={1} max={2160} required value={values.hours} onChange={set('hours')} />
          <Select
            label="Time zone"
            value={zone}
            onChange={(value) => setZone(value ?? 'UTC')}
            options={zones.map((one) => [one, one.replaceAll('_', ' ')])}
          />
          <Select
            label="Review before sending"
            value={review}
            onChange={(value) => setReview(value ?? 'by_source')}
            options={[
              ['by_source', 'What only a reader found'],
              ['always', 'Everything'],
              ['never', 'Nothing'],
            ]}
          />
        </div>
        <label className="check">
          <input type="checkbox" checked={weekdays} onChange={({ target }) => setWeekdays(target.checked)} /> Only hours of Monday to Friday
          count
        </label>
        <Trouble of={error} />
        <div className="actions">
          <Button look="primary" type="submit" isDisabled={fetching}>
            Begin
          </Button>
        </div>
      </form>
    </section>
  )
}
