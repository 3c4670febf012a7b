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

/** @param closed whether the item left the queue @returns what comes next, to be told with what was done */
export type OnDecided = (closed: boolean) => string | undefined | Promise<string | undefined>

interface DecisionResult {
  error?: { code?: unknown; message: string; current?: unknown } | null | undefined
  closed?: boolean
}

/** Decides on the version that is shown and no other: what somebody else did meanwhile is told, never overwritten. */
export function useDecide(done: OnDecided) {
  const client = useClient()
  const [conflict, setConflict] = useState<Conflict>()
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const attempt = async (words: string, work: () => Promise<DecisionResult>) => {
    setBusy(true)
    setTrouble('')
    setConflict(undefined)
    const { error, closed = false } = await work()
    setBusy(false)
    if (!error) notify([words, await done(closed)].filter(Boolean).join(' '))
    else {
      if (error.code === 'CONFLICT' && error.current) setConflict(error.current as Conflict)
      else setTrouble(error.message)
      if (error.code === 'CONFLICT') void done(false)
    }
    return !error
  }
  return {
    conflict,
    trouble,
    busy,
    decide: ({ id, version }: Item, decision: WorkDecision, note: string, words: string) =>
      attempt(words, async () => {
        const input = { items: [{ workItemId: id, expectedVersion: version }], decision, note: note || null }
        const { data, error } = await client.mutation(DecideWorkDocument, { input })
        const [result] = data?.decideWork?.results ?? []
        return { error: error ? { message: wordsOf(error) } : result?.error, closed: result?.workItem?.closedAt != null }
      }),
    assign: ({ id, version }: Item, change: Omit<AssignWorkInput, 'workItemId' | 'expectedVersion'>, words: string) =>
      attempt(words, async () => {
        const { error } = await client.mutation(AssignWorkDocument, { input: { workItemId: id, expectedVersion: version, ...change } })
        return { error: error && { ...error.graphQLErrors[0]?.extensions, message: wordsOf(error) } }
      }),
    note: ({ id, version }: Item, note: string) =>
      attempt('Note added.', async () => {
        const { error } = await client.mutation(NoteWorkItemDocument, { input: { workItemId: id, expectedVersion: version, note } })
        return { error: error && { ...error.graphQLErrors[0]?.extensions, message: wordsOf(error) } }
      }),
  }
}
