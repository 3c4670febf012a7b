import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import {
  CallActivityDocument,
  CallDocument,
  type CallInvocationFragment,
  CallUpdatedDocument,
  type CallUtteranceFragment,
  EarlierUtterancesDocument,
} from '../../generated/documents.ts'
import { useEvents } from '../../parts/use-events.ts'
import { useSoon } from '../../parts/use-soon.ts'
import { notify } from '../../shell/notices.tsx'
import { wordsOf } from '../../ui/states.tsx'

export type Activity = CallUtteranceFragment | CallInvocationFragment

const keyOf = ({ __typename, id }: Activity) => `${__typename}:${id}`
export const when = (one: Activity) => (one.__typename === 'Utterance' ? one.spokenAt : one.createdAt)

/** What each source told, merged by record: a thing that comes twice is there once. */
function inOrder(activities: readonly Activity[]): Activity[] {
  const byKey = new Map(activities.map((one) => [keyOf(one), one]))
  return [...byKey.values()].sort((one, other) => Date.parse(when(one)) - Date.parse(when(other)) || one.id - other.id)
}

/** A call, with what is said and done in it as it happens. */
export function useCall(id: number) {
  const client = useClient()
  const [{ data, error, fetching }, read] = useQuery({ query: CallDocument, variables: { id }, requestPolicy: 'network-only' })
  const [live, setLive] = useState<Activity[]>([])
  const [earlier, setEarlier] = useState<{ utterances: CallUtteranceFragment[]; before: string | null } | undefined>()

  // Several changes of a moment are read once: a function may verify the patient, flag an event and end the call.
  const readSoon = useSoon(() => read({ requestPolicy: 'network-only' }))

  const following = useEvents(
    CallActivityDocument,
    { callId: id },
    {
      onData({ callActivity }) {
        if (!callActivity) return
        setLive((before) => [...before, callActivity])
        if (callActivity.__typename === 'FunctionInvocation') readSoon()
      },
      onConnected: readSoon,
    },
  )
  useEvents(CallUpdatedDocument, { id }, { onData: readSoon, onConnected: () => {} })

  const call = data?.voiceCall
  const page = call?.utterances.pageInfo
  const before = earlier ? earlier.before : page?.hasPreviousPage ? page.startCursor : null
  return {
    call,
    error,
    fetching,
    following,
    live,
    activities: inOrder([
      ...(earlier?.utterances ?? []),
      ...(call?.utterances.edges.map(({ node }) => node) ?? []),
      ...(call?.functionInvocations ?? []),
      ...live,
    ]),
    hasEarlier: before != null,
    async showEarlier() {
      if (before == null) return
      const { data, error } = await client.query(EarlierUtterancesDocument, { id, before })
      const more = data?.voiceCall?.utterances
      if (!more) return notify(error ? wordsOf(error) : 'The call cannot be found.')
      setEarlier({
        utterances: [...more.edges.map(({ node }) => node), ...(earlier?.utterances ?? [])],
        before: more.pageInfo.hasPreviousPage ? (more.pageInfo.startCursor ?? null) : null,
      })
    },
  }
}
