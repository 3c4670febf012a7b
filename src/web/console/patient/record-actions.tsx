import { useState } from 'react'
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
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
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
  const [placing, place] = useMutation(PlaceLegalHoldDocument)
  const [{ error: kept }, lift] = useMutation(LiftLegalHoldDocument)
  const [reason, setReason] = useState('')
  const nameOf = useActorName()
  const hold = data?.patient?.legalHold
  const again = () => ask({ requestPolicy: 'network-only' })

  async function send() {
    const { error } = await place({ input: { patientId: id, reason: reason.trim() } })
    if (error) return false
    setReason('')
    notify('Legal hold placed.')
    again()
    return true
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
        <FormDialog label="Place a legal hold" title="Place a legal hold" send="Place it" state={placing} onSend={send}>
          <p>Everything about this patient is kept until the hold is lifted, whatever a retention says.</p>
          <Field label="Which matter" required maxLength={500} value={reason} onChange={setReason} data-autofocus />
        </FormDialog>
      )}
      <Trouble of={kept} />
    </div>
  )
}
