import { type FormEvent, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { PayerTimesDocument, type PayerTimesQuery, SetPayerTimesDocument } from '../generated/documents.ts'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Answered, Trouble } from '../ui/states.tsx'

type Payer = PayerTimesQuery['payers']['edges'][number]['node']

const fields = [
  ['standardHours', 'Hours for a standard decision'],
  ['urgentHours', 'Hours for an urgent decision'],
  ['appealDays', 'Days for an appeal after a denial'],
  ['renewalDays', 'Days before the end of an approval that its renewal is due (30 if empty)'],
] as const

/** A button for the table of payers' times, which make requests, appeals and renewals due. It is empty until staff fill it in. */
export function PayerTimes() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Payers’ times</Button>
      <Dialog title="Payers’ times" open={open} onClose={() => setOpen(false)}>
        <ChoosePayer />
      </Dialog>
    </>
  )
}

function ChoosePayer() {
  const [chosen, choose] = useState<string>()
  const [result] = useQuery({ query: PayerTimesDocument })
  return (
    <Answered result={result}>
      {({ payers }) => {
        const all = payers.edges.map(({ node }) => node)
        const payer = all.find(({ id }) => id === chosen)
        return (
          <div className="stack">
            <p className="muted">From the payer’s contract or notice: nothing is due where they are empty.</p>
            <Select label="Payer" none="Choose a payer" value={chosen} onChange={choose} options={all.map(({ id, name }) => [id, name])} />
            {payer && <Times key={payer.id} payer={payer} />}
          </div>
        )
      }}
    </Answered>
  )
}

function Times({ payer }: { payer: Payer }) {
  const [values, setValues] = useState(() => Object.fromEntries(fields.map(([name]) => [name, payer[name]?.toString() ?? ''])))
  const [{ fetching, error }, save] = useMutation(SetPayerTimesDocument)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const times = Object.fromEntries(fields.map(([name]) => [name, values[name] ? Number(values[name]) : null]))
    const { data } = await save({ input: { payerId: payer.id, ...times } })
    if (data?.setPayerTimes) notify(`Times of ${payer.name} saved.`)
  }
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <div className="form">
        {fields.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            inputMode="numeric"
            value={values[name] ?? ''}
            onChange={(text) => setValues((before) => ({ ...before, [name]: text.replace(/\D/g, '') }))}
          />
        ))}
      </div>
      <Trouble of={error} />
      <div className="row">
        <Button look="primary" type="submit" isDisabled={fetching}>
          Save
        </Button>
      </div>
    </form>
  )
}
