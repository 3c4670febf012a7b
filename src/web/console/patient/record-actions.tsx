import { type FormEvent, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import {
  type DemographicsFragment,
  LiftLegalHoldDocument,
  PatientHoldDocument,
  PlaceLegalHoldDocument,
  UpdatePatientDocument,
} from '../generated/documents.ts'
import { useActorName } from '../parts/use-actor-name.ts'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Trouble } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'

/** Ends a patient's part in the program, or takes it up again; the record is kept. */
export function ChangeStatus({ patient, again }: { patient: DemographicsFragment; again: () => void }) {
  const [{ fetching, error }, update] = useMutation(UpdatePatientDocument)
  const isActive = patient.status === 'active'
  const change = async () => {
    const status = isActive ? 'inactive' : 'active'
    const { error } = await update({ input: { id: patient.id, status } })
    if (!error) notify(isActive ? 'Patient deactivated; the record is kept.' : 'Patient active again.')
    again()
  }
  return (
    <>
      <Button onClick={() => void change()} isDisabled={fetching}>
        {isActive ? 'Deactivate' : 'Reactivate'}
      </Button>
      <Trouble of={error} />
    </>
  )
}

/** What must be kept for a legal matter, whatever a retention says. */
export function LegalHold({ id }: { id: number }) {
  const [{ data }, ask] = useQuery({ query: PatientHoldDocument, variables: { id } })
  const [{ fetching, error }, place] = useMutation(PlaceLegalHoldDocument)
  const [{ error: kept }, lift] = useMutation(LiftLegalHoldDocument)
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const nameOf = useActorName()
  const hold = data?.patient?.legalHold
  const again = () => ask({ requestPolicy: 'network-only' })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { error } = await place({ input: { patientId: id, reason: reason.trim() } })
    if (error) return
    setOpen(false)
    setReason('')
    notify('Legal hold placed.')
    again()
  }

  const end = async (holdId: number) => {
    const { error } = await lift({ input: { id: holdId } })
    if (!error) notify('Legal hold lifted.')
    again()
  }

  return (
    <div className="row">
      {hold ? (
        <>
          <p>
            Under a legal hold since <Time at={hold.placedAt} />, placed by {nameOf(hold.placedBy)}: {hold.reason}
          </p>
          <Button onClick={() => void end(hold.id)}>Lift the hold</Button>
        </>
      ) : (
        <Button onClick={() => setOpen(true)}>Place a legal hold</Button>
      )}
      <Trouble of={kept} />
      <Dialog title="Place a legal hold" open={open} onClose={() => setOpen(false)}>
        <form onSubmit={(event) => void submit(event)} className="stack">
          <p>Everything about this patient is kept until the hold is lifted, whatever a retention says.</p>
          <Field label="Which matter" required maxLength={500} value={reason} onChange={setReason} data-autofocus />
          <Trouble of={error} />
          <div className="row">
            <Button look="primary" type="submit" isDisabled={fetching}>
              Place it
            </Button>
          </div>
        </form>
      </Dialog>
    </div>
  )
}
