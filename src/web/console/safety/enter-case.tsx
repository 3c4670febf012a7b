import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { useLocation } from 'wouter'
import { EnterAdverseEventDocument, type Severity } from '../generated/documents.ts'
import { useDraft } from '../parts/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Trouble } from '../ui/states.tsx'

const severities: Severity[] = ['mild', 'moderate', 'severe', 'life_threatening']

/** What somebody told a member of staff, as a case; the rest is completed on its page. @param about whom it is known to be about, and what a note says */
export function EnterCase({ about }: { about?: { patientId: number; said: string } }) {
  const [, go] = useLocation()
  const draft = useDraft('new case')
  const noted = useState(about?.said ?? '')
  const [said, setSaid] = about ? noted : draft
  const [medicine, setMedicine] = useState('')
  const [who, setWho] = useState(about?.patientId.toString() ?? '')
  const [severity, setSeverity] = useState<Severity>()
  const [heard, setHeard] = useState('')
  const [{ fetching, error }, enter] = useMutation(EnterAdverseEventDocument)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const ofOurs = /^\d{1,9}$/.test(who.trim())
    const { data } = await enter({
      input: {
        eventDescription: said.trim(),
        medicationName: medicine.trim() || null,
        severity: severity ?? null,
        ...(ofOurs ? { patientId: Number(who) } : { claimedPatient: who.trim() || null }),
        awareAt: heard ? new Date(heard).toISOString() : null,
      },
    })
    const made = data?.enterAdverseEvent?.adverseEvent.id
    if (made === undefined) return
    setSaid('')
    go(`/safety/${made}`)
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="stack">
      <Field label="What happened, in their words" lines={4} required value={said} maxLength={10_000} onChange={setSaid} />
      <div className="form">
        <Field label="Suspect medicine" value={medicine} maxLength={500} onChange={setMedicine} />
        <Field label="Patient: our number, or who it is" value={who} maxLength={200} onChange={setWho} />
        <Select
          label="Severity"
          none="Not assessed"
          value={severity}
          onChange={setSeverity}
          options={severities.map((one) => [one, words(one)])}
        />
        <Field label="When you learnt of it; now if empty" type="datetime-local" value={heard} onChange={setHeard} />
      </div>
      <p className="muted small">It goes to the manufacturer of the medicine without waiting for a review.</p>
      <Trouble of={error} />
      <div className="row">
        <Button look="primary" type="submit" isDisabled={fetching || said.trim() === ''}>
          Open the case
        </Button>
      </div>
    </form>
  )
}
