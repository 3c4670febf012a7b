import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { AddPolicyDocument } from '../generated/documents.ts'
import { base64Of, withFile } from '../parts/file-content.ts'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Trouble } from '../ui/states.tsx'
import { anyPayer } from './policy-words.ts'

interface Props {
  payers: (readonly [string, string])[]
  onAdded: () => void
}

/** A button for the form by which a payer's policy is added, or added again under its name. */
export function AddPolicy({ payers, onAdded }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add a policy</Button>
      <Dialog title="Add a policy" open={open} onClose={close}>
        <Form
          payers={payers}
          onAdded={(name) => {
            close()
            notify(`${name} is being read.`)
            onAdded()
          }}
        />
      </Dialog>
    </>
  )
}

const nothing = { name: '', url: '', effectiveDate: '' }

function Form({ payers, onAdded }: Omit<Props, 'onAdded'> & { onAdded: (name: string) => void }) {
  const [file, setFile] = useState<File>()
  const [payerId, setPayer] = useState<string>()
  const [given, setGiven] = useState(nothing)
  const [{ fetching, error }, add] = useMutation(AddPolicyDocument)
  const set = (name: keyof typeof nothing) => (value: string) => setGiven((before) => ({ ...before, [name]: value }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!file || !payerId) return
    const { name, url, effectiveDate } = given
    const content = await base64Of(file)
    const more = { mediaType: file.type || null, url: url.trim() || null, effectiveDate: effectiveDate || null }
    const { data } = await add({ input: { name, payerId, content, ...more } }, withFile)
    if (data?.addPolicy) onAdded(name)
  }
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <label className="field">
        <span>File (PDF, HTML, Markdown or text; at most 8 MiB)</span>
        <input
          type="file"
          required
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            setFile(chosen)
            if (chosen) set('name')(chosen.name)
          }}
        />
      </label>
      <div className="form">
        <Select label="Payer" none="Choose a payer" value={payerId} onChange={setPayer} options={[...payers, anyPayer]} />
        <Field label="Name (the same name again replaces a policy)" required value={given.name} onChange={set('name')} />
        <Field label="Public address to cite" type="url" placeholder="https://" value={given.url} onChange={set('url')} />
        <Field label="Does not count before" type="date" value={given.effectiveDate} onChange={set('effectiveDate')} />
      </div>
      <Trouble of={error} />
      <div className="row">
        <Button look="primary" type="submit" isDisabled={fetching || !file || !payerId}>
          Add
        </Button>
      </div>
    </form>
  )
}
