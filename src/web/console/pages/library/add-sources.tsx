import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { AddSourceDocument } from '../../generated/documents.ts'
import { useAuthorization } from '../../parts/use-authorization.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Trouble } from '../../ui/states.tsx'
import { upload } from './upload.ts'

interface Sent {
  id: number
  name: string
  /** 0 to 1 */
  sent: number
  state: 'sending' | 'taken' | 'refused'
  reason?: string
}

let last = 0

/** Brings files and addresses into the library. */
export function AddSources({ onAdded }: { onAdded: () => void }) {
  const headers = useAuthorization()
  const [uploads, setUploads] = useState<Sent[]>([])
  const [{ fetching, error }, add] = useMutation(AddSourceDocument)
  const [address, setAddress] = useState('')

  const send = async (files: Iterable<File>) => {
    const named = [...files].map((file) => ({ file, id: ++last }))
    setUploads((before) => [...named.map(({ file, id }) => ({ id, name: file.name, sent: 0, state: 'sending' as const })), ...before])
    for (const { file, id } of named) {
      const change = (fields: Partial<Sent>) => setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...fields } : one)))
      try {
        await upload(file, headers, (sent) => change({ sent }))
        change({ sent: 1, state: 'taken' })
      } catch (error) {
        change({ state: 'refused', reason: (error as Error).message })
      }
      onAdded()
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { error } = await add({ input: { from: { address: address.trim() } } })
    if (error) return
    setAddress('')
    onAdded()
  }

  return (
    <section className="card" aria-labelledby="add">
      <h2 id="add">Add</h2>
      <div className="add-ways">
        <label className="field">
          <span>Files (PDF, HTML, Markdown, text, subtitles, JSON; at most 25 MiB each)</span>
          <input
            type="file"
            multiple
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              target.value = ''
              void send(files)
            }}
          />
        </label>
        <form onSubmit={submit} className="inline-form">
          <Field label="Address of a page or PDF" type="url" required placeholder="https://" value={address} onChange={setAddress} />
          <Button look="primary" type="submit" isDisabled={fetching}>
            Add address
          </Button>
        </form>
      </div>
      <Trouble of={error} />
      {uploads.length > 0 && (
        <ul className="plain-list uploads" aria-label="Uploads">
          {uploads.map(({ id, name, sent, state, reason }) => (
            <li key={id}>
              <span className="break">{name}</span>
              <progress value={sent} max={1} aria-label={`Upload of ${name}`} />
              <span role="status">
                {state === 'sending' && `${Math.round(sent * 100)}%`}
                {state === 'taken' && 'Received'}
                {state === 'refused' && <span className="error-text">Refused: {reason}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
