import { useEffect, useState } from 'react'

/** The time, told again every few seconds while something goes on. */
export function useNow(everySeconds: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [everySeconds])
  return now
}
