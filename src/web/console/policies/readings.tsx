import { useMutation } from 'urql'
import { type PolicyQuery, type PolicyReader, ResolvePolicyReadingsDocument } from '../generated/documents.ts'
import { counted } from '../parts/formats.ts'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Pill } from '../ui/pill.tsx'
import { Trouble } from '../ui/states.tsx'

type Policy = NonNullable<PolicyQuery['policyDocument']>
type Reading = Policy['readings'][number]

/** What each requirement is called where it is made, and where it is not. */
const called: Record<Reading['field'], [yes: string, no: string]> = {
  excluded: ['not covered', 'covered'],
  pa_required: ['authorization required', 'no authorization'],
  step_therapy_required: ['step therapy', 'no step therapy'],
}
const said = ({ field }: Reading, value: boolean | null) => (value === null ? 'not said' : called[field][value ? 0 : 1])

/** Where the model reads the policy otherwise than the service does: whose reading is right is for staff to say. */
export function Readings({ policy, onDecided }: { policy: Policy; onDecided: () => void }) {
  const { may } = useCaller()
  const [{ fetching, error }, resolve] = useMutation(ResolvePolicyReadingsDocument)
  const { id: documentId, readings, workVersion } = policy
  const open = readings.filter(({ kept }) => kept === null)
  if (readings.length === 0) return null
  const decide = async (chosen: readonly Reading[], keep: PolicyReader) => {
    const readingIds = chosen.map(({ id }) => id)
    const { data } = await resolve({ input: { documentId, readingIds, keep, expectedVersion: workVersion ?? null } })
    if (data) notify(keep === 'model' ? 'The model’s reading counts.' : 'The reading stays as it was.')
    onDecided()
  }
  const buttons = (chosen: readonly Reading[], all: string) => (
    <div className="row">
      {(['local', 'model'] as const).map((keep) => (
        <Button key={keep} isDisabled={fetching || chosen.every(({ kept }) => kept === keep)} onClick={() => void decide(chosen, keep)}>
          {keep === 'local' ? `Leave ${all}` : `Take ${all} from the model`}
        </Button>
      ))}
    </div>
  )
  const mayDecide = may('benefits', 'care')
  return (
    <section className="stack" aria-label="Readings of the model">
      <h3>The model reads otherwise</h3>
      <p className="muted small">
        {policy.openReadings > 0 ? `${counted(policy.openReadings, 'reading')} to decide.` : 'All are decided.'}
      </p>
      <Trouble of={error} />
      {mayDecide && open.length > 1 && buttons(open, 'all')}
      <ul className="parted-list">
        {readings.map((reading) => (
          <li key={reading.id} className="stack">
            <strong>{reading.name}</strong>: {said(reading, reading.localValue)} here, <em>{said(reading, reading.modelValue)}</em> by the
            model {reading.kept && <Pill of={reading.kept} called={reading.kept === 'model' ? 'Model’s counts' : 'Left'} />}
            <blockquote>{reading.quote}</blockquote>
            {mayDecide && buttons([reading], 'it')}
          </li>
        ))}
      </ul>
    </section>
  )
}
