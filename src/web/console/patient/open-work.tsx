import { useState } from 'react'
import { useMutation } from 'urql'
import { OpenCallbackDocument, OpenFollowUpActionDocument, type Priority } from '../generated/documents.ts'
import { useColleagues } from '../parts/use-actor-name.ts'
import { notify } from '../shell/notices.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { priorities } from '../work/kinds.ts'

/** Who gets it, and until when. */
function useToWhom() {
  const colleagues = useColleagues()
  const [assignee, setAssignee] = useState<string>()
  const [due, setDue] = useState('')
  return {
    input: { assigneeId: assignee ? Number(assignee) : null, dueAt: due ? new Date(due).toISOString() : null },
    clear: () => {
      setAssignee(undefined)
      setDue('')
    },
    fields: (
      <>
        <Select label="For" none="Nobody yet" value={assignee} onChange={setAssignee} options={colleagues} />
        <Field label="Due; by the rules if empty" type="datetime-local" value={due} onChange={setDue} />
      </>
    ),
  }
}

/** Opens a follow-up action for a patient, which waits in the queue of work. */
export function OpenTask({ patientId, onOpened }: { patientId: number; onOpened: () => void }) {
  const [action, setAction] = useState('')
  const [priority, setPriority] = useState<Priority>('medium')
  const toWhom = useToWhom()
  const [state, open] = useMutation(OpenFollowUpActionDocument)
  const send = async () => {
    const { data } = await open({ input: { patientId, action: action.trim(), priority, ...toWhom.input } })
    if (!data?.openFollowUpAction) return false
    setAction('')
    toWhom.clear()
    notify('The task waits in the queue.')
    onOpened()
    return true
  }
  return (
    <FormDialog label="Open a task" title="Open a task" send="Open it" state={state} onSend={send}>
      <Field label="What is to be done" lines={2} required maxLength={2000} value={action} onChange={setAction} data-autofocus />
      <div className="form">
        <Select
          label="Priority"
          value={priority}
          onChange={(value) => setPriority(value ?? 'medium')}
          options={priorities.map((one) => [one, words(one)])}
        />
        {toWhom.fields}
      </div>
    </FormDialog>
  )
}

/** Notes that a patient is to be called, which waits in the queue of work. */
export function OpenCallback({ patientId, onOpened }: { patientId: number; onOpened: () => void }) {
  const [reason, setReason] = useState('')
  const [time, setTime] = useState('')
  const [number, setNumber] = useState('')
  const toWhom = useToWhom()
  const [state, open] = useMutation(OpenCallbackDocument)
  const send = async () => {
    const input = { patientId, reason: reason.trim() || null, preferredTime: time.trim() || null, phoneNumber: number.trim() || null }
    const { data } = await open({ input: { ...input, ...toWhom.input } })
    if (!data?.openCallback) return false
    for (const clear of [setReason, setTime, setNumber]) clear('')
    toWhom.clear()
    notify('The callback waits in the queue.')
    onOpened()
    return true
  }
  return (
    <FormDialog label="Note a callback" title="Note a callback" send="Note it" state={state} onSend={send}>
      <Field label="What it is about" maxLength={1000} value={reason} onChange={setReason} data-autofocus />
      <div className="form">
        <Field label="When it suits them" maxLength={200} value={time} onChange={setTime} />
        <Field label="Number, such as +15551234567; the one on file if empty" maxLength={16} value={number} onChange={setNumber} />
        {toWhom.fields}
      </div>
    </FormDialog>
  )
}
