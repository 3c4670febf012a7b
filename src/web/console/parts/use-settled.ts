import { useEffect, useState } from 'react'

/** What somebody types, once they pause. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 250)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
