import { useState } from 'react'
import { useClient } from 'urql'
import {
  AssignWorkDocument,
  type AssignWorkInput,
  DecideWorkDocument,
  NoteWorkItemDocument,
  type WorkDecision,
} from '../generated/documents.ts'
import { notify } from '../shell/notices.tsx'
import { wordsOf } from '../ui/states.tsx'

/** How an item stands after somebody else changed it, as the service tells with CONFLICT. */
export interface Conflict {
  state: string
  changedBy: string | null
  changedAt: string | null
}

interface Item {
  id: number
  version: number
}

/** Decides on the version that is shown and no other: what somebody else did meanwhile is told, never overwritten. */
export function useDecide(done: () => void) {
  const client = useClient()
  const [conflict, setConflict] = useState<Conflict>()
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const attempt = async (words: string, work: () => Promise<{ code?: unknown; message: string; current?: unknown } | undefined>) => {
    setBusy(true)
    setTrouble('')
    setConflict(undefined)
    const error = await work()
    setBusy(false)
    if (!error) notify(words)
    else if (error.code === 'CONFLICT' && error.current) setConflict(error.current as Conflict)
    else setTrouble(error.message)
    if (!error || error.code === 'CONFLICT') done()
    return error === undefined
  }
  return {
    conflict,
    trouble,
    busy,
    decide: ({ id, version }: Item, decision: WorkDecision, note: string, words = 'Decided') =>
      attempt(words, async () => {
        const input = { items: [{ workItemId: id, expectedVersion: version }], decision, note: note || null }
        const { data, error } = await client.mutation(DecideWorkDocument, { input })
        return error ? { message: wordsOf(error) } : (data?.decideWork?.results[0]?.error ?? undefined)
      }),
    assign: ({ id, version }: Item, change: Omit<AssignWorkInput, 'workItemId' | 'expectedVersion'>, words: string) =>
      attempt(words, async () => {
        const { error } = await client.mutation(AssignWorkDocument, { input: { workItemId: id, expectedVersion: version, ...change } })
        return error && { ...error.graphQLErrors[0]?.extensions, message: wordsOf(error) }
      }),
    note: ({ id, version }: Item, note: string) =>
      attempt('Noted', async () => {
        const { error } = await client.mutation(NoteWorkItemDocument, { input: { workItemId: id, expectedVersion: version, note } })
        return error && { ...error.graphQLErrors[0]?.extensions, message: wordsOf(error) }
      }),
  }
}
