import { useState } from 'react'
import { useMutation } from 'urql'
import { type CallQuery, EndCallDocument, TransferCallDocument } from '../../generated/documents.ts'
import { useCaller } from '../../shell/caller.tsx'
import { notify } from '../../shell/notices.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Trouble } from '../../ui/states.tsx'

type Call = NonNullable<CallQuery['voiceCall']>

/** Has the platform transfer or end a call that goes on, as far as it can. */
export function CallOrders({ call }: { call: Call }) {
  const { may } = useCaller()
  if (!may('patients_write') || call.orders.length === 0) return null
  return (
    <div className="row">
      {call.orders.includes('transfer') && <Transfer id={call.id} />}
      {call.orders.includes('end') && <End id={call.id} />}
    </div>
  )
}

function Transfer({ id }: { id: number }) {
  const [number, setNumber] = useState('')
  const [state, transfer] = useMutation(TransferCallDocument)
  async function send() {
    const { error } = await transfer({ input: { voiceCallId: id, phoneNumber: number.trim() } })
    if (!error) notify('The platform transfers the call.')
    return !error
  }
  return (
    <FormDialog label="Transfer" title="Transfer this call" send="Transfer it" state={state} onSend={send}>
      <p>The agent leaves the call, and the person is connected with this number.</p>
      <Field label="Telephone number" type="tel" required value={number} onChange={setNumber} data-autofocus />
    </FormDialog>
  )
}

function End({ id }: { id: number }) {
  const [{ error }, end] = useMutation(EndCallDocument)
  async function confirmed() {
    const { error } = await end({ input: { voiceCallId: id } })
    if (!error) notify('The platform ends the call.')
  }
  return (
    <>
      <Confirm label="End" name="the call" onConfirm={() => void confirmed()}>
        The person on the phone is cut off at once.
      </Confirm>
      <Trouble of={error} />
    </>
  )
}
