import { useEffect, useRef, useState } from 'preact/hooks'
import { operations } from './operations.ts'
import { useSurroundings } from './surroundings.ts'

/** A pause in typing, in milliseconds, after which suggestions are asked for. */
const pauseMs = 180

/** Completions of what is being typed. They help; where they fail nothing is said of it. */
export function useSuggestions() {
  const { client } = useSurroundings()
  const [options, setOptions] = useState<readonly string[]>([])
  const [active, setActive] = useState(-1)
  const asking = useRef<AbortController>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function dismiss() {
    clearTimeout(timer.current)
    asking.current?.abort()
    setOptions([])
    setActive(-1)
  }

  async function ask(q: string) {
    const own = new AbortController()
    asking.current = own
    try {
      const { found } = await client.ask<{ found: { suggestions: string[] } }>(operations.suggestions, { q }, own.signal)
      if (own.signal.aborted) return
      setOptions(found.suggestions.filter((suggestion) => suggestion !== q))
      setActive(-1)
    } catch {
      // Typed on, or not to be had.
    }
  }

  useEffect(() => dismiss, [])
  return {
    options,
    active,
    setActive,
    dismiss,
    suggestFor(text: string) {
      clearTimeout(timer.current)
      asking.current?.abort()
      // Enter sends what is typed, not what was marked before it.
      setActive(-1)
      const q = text.trim()
      if (q.length < 2 || q.length > 100) dismiss()
      else timer.current = setTimeout(() => void ask(q), pauseMs)
    },
  }
}
