import { useState } from 'react'
import type { AdverseEventKind, ReviewDecision, SafetyCaseQuery, SeriousnessCriterion, Severity } from '../generated/documents.ts'
import { Combobox } from '../ui/combobox.tsx'
import { words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'

type SafetyCase = NonNullable<SafetyCaseQuery['adverseEvent']>
export type Assessment = Omit<ReviewDecision, 'state'>

const severities: Severity[] = ['mild', 'moderate', 'severe', 'life_threatening']
const kinds: AdverseEventKind[] = ['side_effect', 'lack_of_effect', 'product_complaint', 'medication_error', 'overdose', 'pregnancy']
const criteria: SeriousnessCriterion[] = [
  'death',
  'life_threatening',
  'hospitalisation',
  'disability',
  'congenital_anomaly',
  'medically_important',
]

const same = (one: readonly string[], other: readonly string[]) => [...one].sort().join() === [...other].sort().join()

/** What the reviewer has put in, and what stood there then. */
interface Changes {
  seen: string
  severity?: Severity
  kinds?: readonly AdverseEventKind[]
  seriousness?: readonly SeriousnessCriterion[]
  medicine?: string
}

/** What the reviewer sees differently: only that is sent, with the decision. It is void once the case is assessed otherwise; a note leaves it. */
export function useAssessment(one: SafetyCase) {
  const seen = JSON.stringify([one.reviewState, one.severity, one.kinds, one.seriousness, one.medicationName])
  const [latest, setLatest] = useState<Changes>({ seen })
  const changes = latest.seen === seen ? latest : { seen }
  const change = (more: Partial<Changes>) => setLatest({ ...changes, ...more })
  const severity = changes.severity ?? one.severity ?? undefined
  const { kinds = one.kinds, seriousness = one.seriousness, medicine = one.medicationName ?? '' } = changes
  const assessment: Assessment = {
    ...(severity && severity !== one.severity && { severity }),
    ...(!same(kinds, one.kinds) && { kinds: [...kinds] }),
    ...(!same(seriousness, one.seriousness) && { seriousness: [...seriousness] }),
    ...(medicine.trim() && medicine.trim() !== one.medicationName && { medicationName: medicine.trim() }),
  }
  return { severity, kinds, seriousness, medicine, medicines: one.patient?.medicationNames ?? [], change, assessment }
}

export function Assess({ of }: { of: ReturnType<typeof useAssessment> }) {
  const changed = Object.keys(of.assessment).length
  return (
    <div className="stack">
      <div className="form">
        <Select
          label="Severity"
          {...(of.severity === undefined && { none: 'Not assessed' })}
          value={of.severity}
          onChange={(value) => of.change({ severity: value as Severity })}
          options={severities.map((value) => [value, words(value)])}
        />
        <Combobox
          label="Suspect medicine"
          value={of.medicine}
          maxLength={500}
          suggestions={of.medicines}
          onChange={(medicine) => of.change({ medicine })}
        />
      </div>
      <Choices legend="Kind" values={kinds} chosen={of.kinds} choose={(kinds) => of.change({ kinds })} />
      <Choices
        legend="Seriousness: criteria that are met"
        values={criteria}
        chosen={of.seriousness}
        choose={(seriousness) => of.change({ seriousness })}
      />
      <p className="muted small" role="status">
        {of.kinds.length === 0
          ? 'A case has at least one kind.'
          : changed > 0
            ? 'What you changed is saved with the decision.'
            : 'Change what you see differently; it is saved with the decision.'}
      </p>
    </div>
  )
}

interface ChoicesProps<Value extends string> {
  legend: string
  values: readonly Value[]
  chosen: readonly Value[]
  choose: (values: readonly Value[]) => void
}

const Choices = <Value extends string>({ legend, values, chosen, choose }: ChoicesProps<Value>) => (
  <fieldset className="choices">
    <legend>{legend}</legend>
    {values.map((value) => (
      <label key={value}>
        <input
          type="checkbox"
          checked={chosen.includes(value)}
          onChange={({ target }) => choose(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
        />
        {words(value)}
      </label>
    ))}
  </fieldset>
)
