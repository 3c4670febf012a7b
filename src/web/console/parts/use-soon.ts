import { useCallback, useEffect, useRef } from 'react'

/** Does it in a moment, once however often it is asked for until then: changes often come several at once. */
export function useSoon(work: () => void): () => void {
  const latest = useRef(work)
  latest.current = work
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(due.current), [])
  return useCallback(() => {
    clearTimeout(due.current)
    due.current = setTimeout(() => latest.current(), 300)
  }, [])
}
