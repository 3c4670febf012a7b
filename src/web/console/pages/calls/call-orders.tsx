import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { type CallQuery, EndCallDocument, TransferCallDocument } from '../../generated/documents.ts'
import { useCaller } from '../../shell/caller.tsx'
import { notify } from '../../shell/notices.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
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
  const [open, setOpen] = useState(false)
  const [number, setNumber] = useState('')
  const [{ fetching, error }, transfer] = useMutation(TransferCallDocument)
  async function submit(event: FormEvent) {
    event.preventDefault()
    const { error } = await transfer({ input: { voiceCallId: id, phoneNumber: number.trim() } })
    if (error) return
    setOpen(false)
    notify('The platform transfers the call.')
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Transfer</Button>
      <Dialog title="Transfer this call" open={open} onClose={() => setOpen(false)}>
        <form onSubmit={(event) => void submit(event)} className="stack">
          <p>The agent leaves the call, and the person is connected with this number.</p>
          <Field label="Telephone number" type="tel" required value={number} onChange={setNumber} data-autofocus />
          <Trouble of={error} />
          <div className="row">
            <Button look="primary" type="submit" isDisabled={fetching}>
              Transfer it
            </Button>
          </div>
        </form>
      </Dialog>
    </>
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
