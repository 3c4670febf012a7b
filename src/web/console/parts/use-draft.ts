import { useState } from 'react'
import { useCaller } from '../shell/caller.tsx'

/** What is typed and not saved, by person and place. It stays in this tab's memory, and is gone when the tab is. */
const drafts = new Map<string, string>()

/** The text of a field that outlives a click elsewhere and a sign-out: whoever typed it finds it again. @param place names the field, by its record */
export function useDraft(place: string): [text: string, keep: (text: string) => void] {
  const { caller } = useCaller()
  const [, redraw] = useState({})
  const key = `${caller.id} ${place}`
  return [
    drafts.get(key) ?? '',
    (text) => {
      if (text === '') drafts.delete(key)
      else drafts.set(key, text)
      redraw({})
    },
  ]
}
