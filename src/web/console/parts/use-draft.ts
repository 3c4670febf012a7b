import { useState } from 'react'
import { type Client, useClient } from 'urql'
import { KeepDraftDocument } from '../generated/documents.ts'
import { useCaller } from '../shell/caller.tsx'

/** What was typed in this tab, by person and place; what they typed before it came with who they are. */
const drafts = new Map<string, string>()
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** Whoever types pauses so long, in milliseconds, before it is sent. */
const pauseMs = 1_500

/** Kept at the service, so that it outlives the tab. What cannot be kept there stays in the tab. */
function keepSoon(client: Client, key: string, place: string) {
  clearTimeout(waiting.get(key))
  const send = () => void client.mutation(KeepDraftDocument, { input: { place, text: drafts.get(key) ?? '' } }).toPromise()
  waiting.set(key, setTimeout(send, pauseMs))
}

/**
 * The text of a field that outlives a click elsewhere, a sign-out and the tab: whoever typed it finds it again, and nobody else does.
 * @param place names the field, by its record: small letters and numbers
 */
export function useDraft(place: string): [text: string, keep: (text: string) => void] {
  const { caller } = useCaller()
  const client = useClient()
  const [, redraw] = useState({})
  const key = `${caller.id} ${place}`
  return [
    drafts.get(key) ?? caller.drafts.find((draft) => draft.place === place)?.text ?? '',
    (text) => {
      drafts.set(key, text)
      keepSoon(client, key, place)
      redraw({})
    },
  ]
}
