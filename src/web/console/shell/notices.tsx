import { useEffect, useState } from 'react'

const told = new EventTarget()

/** Tells people, and screen readers, what has just happened. */
export const notify = (words: string): void => void told.dispatchEvent(new CustomEvent('notice', { detail: words }))

/** Where notices are shown, for six seconds each. */
export function Notices() {
  const [words, setWords] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const show = (event: Event) => {
      setWords((event as CustomEvent<string>).detail)
      clearTimeout(timer)
      timer = setTimeout(() => setWords(''), 6000)
    }
    told.addEventListener('notice', show)
    return () => told.removeEventListener('notice', show)
  }, [])
  return (
    <div role="status" aria-live="polite" className="notices">
      {words && <p>{words}</p>}
    </div>
  )
}
