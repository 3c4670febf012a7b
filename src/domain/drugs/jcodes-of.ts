import { ownTurn } from '../../platform/own-turn.ts'
import { drugOf } from './drug-of.ts'

/**
 * The HCPCS code of each medication that has one, under its name as it was given; what is unknown or has no code is left
 * out.
 */
export const jcodesOf = (names: readonly string[]): Record<string, string> => Object.fromEntries(codesOf([...new Set(names)]))

/** Names that are looked up in one turn of the event loop. */
const namesInTurn = 200

/** The same for a list from outside, in turns of the event loop. */
export async function jcodesInTurns(names: readonly string[]): Promise<Record<string, string>> {
  const distinct = [...new Set(names)]
  const found: [string, string][] = []
  for (let from = 0; from < distinct.length; from += namesInTurn) {
    await ownTurn()
    found.push(...codesOf(distinct.slice(from, from + namesInTurn)))
  }
  return Object.fromEntries(found)
}

const codesOf = (names: readonly string[]): [string, string][] =>
  names.flatMap((name): [string, string][] => {
    const { jcode = null } = drugOf(name) ?? {}
    return jcode === null ? [] : [[name, jcode]]
  })
