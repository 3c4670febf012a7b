import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/** A filter in the address: an id or an enum's value, never what somebody typed. Absent, it is undefined. */
export function useParam(name: string): [value: string | undefined, set: (value: string | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: string | undefined) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (value === undefined || value === '') after.delete(name)
          else after.set(name, value)
          return after
        },
        { replace: true },
      ),
    [name, setParams],
  )
  return [params.get(name) ?? undefined, set]
}
