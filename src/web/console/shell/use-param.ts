import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/**
 * A filter in the address: an id or an enum's value, never what somebody typed.
 * @returns undefined where it is absent or none of those `allowed`
 */
export function useParam<Value extends string = string>(
  name: string,
  allowed?: readonly Value[],
): [value: Value | undefined, set: (value: Value | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: Value | undefined) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (value === undefined) after.delete(name)
          else after.set(name, value)
          return after
        },
        { replace: true },
      ),
    [name, setParams],
  )
  const given = params.get(name) as Value | null
  return [given === null || given === '' || (allowed && !allowed.includes(given)) ? undefined : given, set]
}
