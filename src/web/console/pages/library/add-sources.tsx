import { type FormEvent, useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { AddSourceDocument, type SourceRowFragment, SourcesDocument } from '../../generated/documents.ts'
import { counted } from '../../parts/formats.ts'
import { useAuthorization } from '../../parts/use-authorization.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Trouble } from '../../ui/states.tsx'
import { upload } from './upload.ts'

interface SentFile {
  id: number
  name: string
  /** Of the source that it became. */
  sourceId?: number
  /** 0 to 1 */
  sent: number
  state: 'sending' | 'taken' | 'refused'
  reason?: string
}

let last = 0

/** Brings files and addresses into the library. */
export function AddSources({ onAdded, isReviewed }: { onAdded: () => void; isReviewed: boolean }) {
  const headers = useAuthorization()
  const [uploads, setUploads] = useState<SentFile[]>([])
  const [{ fetching, error }, add] = useMutation(AddSourceDocument)
  const [address, setAddress] = useState('')
  const [asDraft, setAsDraft] = useState(false)
  const draft = asDraft ? { draft: true } : {}

  const send = async (files: Iterable<File>) => {
    const named = [...files].map((file) => ({ file, id: ++last }))
    setUploads((before) => [...named.map(({ file, id }) => ({ id, name: file.name, sent: 0, state: 'sending' as const })), ...before])
    for (const { file, id } of named) {
      const change = (fields: Partial<SentFile>) => setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...fields } : one)))
      try {
        const { id: sourceId } = await upload(file, draft, headers, (sent) => change({ sent }))
        change({ sent: 1, state: 'taken', sourceId })
      } catch (error) {
        change({ state: 'refused', reason: (error as Error).message })
      }
      onAdded()
    }
  }

  const sources = useSources(uploads.flatMap(({ sourceId }) => sourceId ?? []))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { error } = await add({ input: { from: { address: address.trim() }, ...draft } })
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
      {isReviewed ? (
        <p className="quiet">What is added waits as a draft, and somebody else has to publish it.</p>
      ) : (
        <label className="inline-check">
          <input type="checkbox" checked={asDraft} onChange={({ target }) => setAsDraft(target.checked)} /> As a draft: visitors see it once
          it is published
        </label>
      )}
      <Trouble of={error} />
      {uploads.length > 0 && (
        <ul className="plain-list uploads" aria-label="Uploads">
          {uploads.map(({ id, name, sent, state, reason, sourceId }) => (
            <li key={id}>
              <span className="break">{name}</span>
              <progress value={sent} max={1} aria-label={`Upload of ${name}`} />
              <span role="status">
                {state === 'sending' && `${Math.round(sent * 100)}%`}
                {state === 'taken' && <Reading of={sources.find((one) => one.id === sourceId)} />}
                {state === 'refused' && <span className="error-text">Refused: {reason}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Sources by their numbers, asked for again while one of them is being read. */
function useSources(ids: number[]): SourceRowFragment[] {
  const [{ data }, ask] = useQuery({
    query: SourcesDocument,
    variables: { filter: { ids }, first: 500 },
    pause: ids.length === 0,
    requestPolicy: 'network-only',
  })
  const sources = ids.length === 0 ? [] : (data?.contentSources.edges.map(({ node }) => node) ?? [])
  const isReading = sources.some(({ state }) => state === 'queued') || (ids.length > 0 && !data)
  useEffect(() => {
    if (!isReading) return
    const timer = setTimeout(() => ask({ requestPolicy: 'network-only' }), 1000)
    return () => clearTimeout(timer)
  }, [isReading, data])
  return sources
}

/** What became of a file that was received. */
function Reading({ of: source }: { of: SourceRowFragment | undefined }) {
  if (!source || source.state === 'queued') return 'Received'
  if (source.state === 'failed') return <span className="error-text">Could not be read: {source.error}</span>
  const { latest, itemCount } = source
  return latest[0]?.state === 'draft' ? 'Read, as a draft' : `Read: ${counted(itemCount, 'section')}`
}
