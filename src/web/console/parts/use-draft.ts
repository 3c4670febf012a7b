import { useState } from 'react'
import { type Client, useClient } from 'urql'
import { KeepDraftDocument } from '../generated/documents.ts'
import { useCaller } from '../shell/caller.tsx'

/** What was typed in this tab, by person and place; what they typed before it came with who they are. */
const drafts = new Map<string, string>()
const waiting = new Map<string, { send: () => void; timer: ReturnType<typeof setTimeout> }>()

/** Whoever types pauses so long, in milliseconds, before it is sent. */
const pauseMs = 1_500

/** Kept at the service, so that it outlives the tab. What cannot be kept there stays in the tab. */
function keepSoon(client: Client, key: string, place: string) {
  const text = drafts.get(key) ?? ''
  clearTimeout(waiting.get(key)?.timer)
  const send = () => {
    clearTimeout(waiting.get(key)?.timer)
    waiting.delete(key)
    void client.mutation(KeepDraftDocument, { input: { place, text } }).toPromise()
  }
  // What was sent must not be offered again.
  if (text === '') send()
  else waiting.set(key, { send, timer: setTimeout(send, pauseMs) })
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const { send } of [...waiting.values()]) send()
})

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
