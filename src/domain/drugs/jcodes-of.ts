import { drugOf } from './drug-of.ts'

/**
 * The HCPCS code of each medication that has one, under its name as it was given; what is unknown or has no code is left
 * out.
 */
export function jcodesOf(names: readonly string[]): Record<string, string> {
  const found = [...new Set(names)].flatMap((name) => {
    const { jcode = null } = drugOf(name) ?? {}
    return jcode === null ? [] : [[name, jcode] as const]
  })
  return Object.fromEntries(found)
}
