import { useState } from 'react'
import { useClient, useMutation } from 'urql'
import {
  AddPaDocumentDocument,
  type PaCaseQuery,
  PaDocumentContentDocument,
  type PaDocumentKind,
  RemovePaDocumentDocument,
} from '../generated/documents.ts'
import { base64Of, withFile } from '../parts/file-content.ts'
import { saveFile } from '../parts/save-file.ts'
import { useActorName } from '../parts/use-actor-name.ts'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Trouble, wordsOf } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'

type Kept = NonNullable<PaCaseQuery['paCase']>['documents'][number]

const kinds: PaDocumentKind[] = ['request_form', 'clinical_notes', 'lab_results', 'decision_letter', 'appeal_letter', 'other']

/** Of a file, for which an answer has room. */
const pieceBytes = 4 * 1024 * 1024

interface Props {
  paCaseId: number
  documents: readonly Kept[]
  onChanged: () => void
}

/** What was sent to the payer and came from it. */
export function Documents({ paCaseId, documents, onChanged }: Props) {
  const { may } = useCaller()
  const client = useClient()
  const nameOf = useActorName()
  const [{ error }, remove] = useMutation(RemovePaDocumentDocument)
  const mayChange = may('benefits', 'care')
  const save = async ({ id, name, mediaType, contentLength }: Kept) => {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    for (let offset = 0; offset < contentLength; offset += pieceBytes) {
      const variables = { id, offset, limit: pieceBytes }
      const { data, error } = await client.query(PaDocumentContentDocument, variables, { requestPolicy: 'network-only' })
      if (error) notify(wordsOf(error))
      if (!data?.paDocument) return
      pieces.push(Uint8Array.from(atob(data.paDocument.content), (sign) => sign.charCodeAt(0)))
    }
    saveFile(name, new Blob(pieces), mediaType)
  }
  return (
    <section className="stack" aria-labelledby="documents">
      <h3 id="documents">Documents</h3>
      {documents.length === 0 && <p className="muted">None yet.</p>}
      <ul className="parted-list">
        {documents.map((one) => (
          <li key={one.id}>
            <strong>{words(one.kind)}</strong> <span className="break">{one.name}</span>
            <br />
            <span className="muted small">
              {sizeOf(one.contentLength)}, <Time at={one.createdAt} /> by {nameOf(one.addedBy)}
            </span>
            <div className="row no-print">
              <Button onClick={() => void save(one)}>
                Save<span className="unseen"> {one.name}</span>
              </Button>
              {mayChange && (
                <Confirm
                  label="Remove"
                  name={one.name}
                  onConfirm={() => void remove({ id: one.id }).then(({ data }) => data && onChanged())}
                >
                  It is no longer kept with this case.
                </Confirm>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Trouble of={error} />
      {mayChange && (
        <div className="row no-print">
          <AddDocument paCaseId={paCaseId} onAdded={onChanged} />
        </div>
      )}
    </section>
  )
}

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

function AddDocument({ paCaseId, onAdded }: { paCaseId: number; onAdded: () => void }) {
  const [state, add] = useMutation(AddPaDocumentDocument)
  const [file, setFile] = useState<File>()
  const [kind, setKind] = useState<PaDocumentKind>()
  const send = async () => {
    if (!file || !kind) return false
    const { data } = await add({ input: { paCaseId, kind, name: file.name, content: await base64Of(file) } }, withFile)
    if (!data?.addPaDocument) return false
    notify(`${file.name} is kept with the case.`)
    setFile(undefined)
    onAdded()
    return true
  }
  return (
    <FormDialog label="Add a document" title="Add a document" send="Add" state={state} onSend={send}>
      <Select label="What it is" none="Choose" required value={kind} onChange={setKind} options={kinds.map((one) => [one, words(one)])} />
      <label className="field">
        <span>File (PDF, PNG, JPEG, TIFF or text; at most 10 MiB)</span>
        <input type="file" required onChange={({ target }) => setFile(target.files?.[0])} />
      </label>
    </FormDialog>
  )
}
