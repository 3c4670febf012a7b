import { type FormEvent, useState } from 'react'
import { type CombinedError, type TypedDocumentNode, useClient } from 'urql'
import { Link } from 'wouter'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Empty, Trouble } from '../ui/states.tsx'
import { counted, moment } from './formats.ts'

interface WordMatches {
  matches: { record: { id: number; createdAt: string }; excerpt: string }[]
  unread: number
  readBackTo?: string | null
  continueBefore?: number | null
}

interface Props<Data> {
  label: string
  document: TypedDocumentNode<Data, { words: string; before?: number | null }>
  foundIn: (data: Data) => WordMatches
  pathOf: (id: number) => string
}

/** Looks for words in what was said, further and further back. They may be a patient's, so they stand in no address. */
export function FindByWords<Data>({ label, document, foundIn, pathOf }: Props<Data>) {
  const client = useClient()
  const [asked, setAsked] = useState('')
  const [found, setFound] = useState<WordMatches & { words: string }>()
  const [error, setError] = useState<CombinedError>()
  const [busy, setBusy] = useState(false)

  async function find(words: string, earlier?: WordMatches) {
    setBusy(true)
    const asking = { words, before: earlier?.continueBefore ?? null }
    const { data, error } = await client.query(document, asking, { requestPolicy: 'network-only' }).toPromise()
    setBusy(false)
    setError(error)
    if (!data) return
    const more = foundIn(data)
    setFound({ ...more, words, unread: (earlier?.unread ?? 0) + more.unread, matches: [...(earlier?.matches ?? []), ...more.matches] })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy && asked.trim() !== '') void find(asked.trim())
  }

  return (
    <search className="block stack" aria-label={label}>
      <form className="row with-button" onSubmit={submit}>
        <Field label={label} type="search" maxLength={200} value={asked} onChange={setAsked} />
        <Button type="submit" isDisabled={busy}>
          {busy ? 'Reading…' : 'Find'}
        </Button>
        {found && <Button onClick={() => setFound(undefined)}>Clear</Button>}
      </form>
      <Trouble of={error} />
      <div aria-live="polite">
        {found && (
          <>
            {found.matches.length === 0 ? (
              <Empty title="Not found">All of the words must be there, in any form and order.</Empty>
            ) : (
              <ul className="rows rows-wide">
                {found.matches.map(({ record, excerpt }) => (
                  <li key={record.id}>
                    <Link href={pathOf(record.id)}>{moment(record.createdAt)}</Link>
                    <p className="break">{excerpt}</p>
                  </li>
                ))}
              </ul>
            )}
            {found.unread > 0 && <p className="trouble">{counted(found.unread, 'record')} cannot be opened, and may have the words.</p>}
            {found.continueBefore != null && (
              <div className="row">
                <Button isDisabled={busy} onClick={() => void find(found.words, found)}>
                  Read further back
                </Button>
                {found.readBackTo && <span className="quiet">Read back to {moment(found.readBackTo)}</span>}
              </div>
            )}
          </>
        )}
      </div>
    </search>
  )
}
