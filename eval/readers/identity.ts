import { readFileSync } from 'node:fs'
import { matchNames, nameThreshold } from '../../src/domain/voice/identity/names.ts'
import { type Result, rowByRow } from '../measured.ts'
import { type NamePair, pairsFile } from '../regression/voice/identity/make-name-pairs.ts'

const isAccepted = ({ claimed, on_file }: NamePair) => matchNames(claimed, on_file) >= nameThreshold
const nameOf = ({ firstName, lastName }: NamePair['claimed']) => `${firstName} ${lastName}`

/** Whether a claimed name and the one on file are one person's. Rules were mended after both parts had been measured. */
export function measure(): Result[] {
  const pairs: NamePair[] = readFileSync(pairsFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return [false, true].map((later) => {
    const part = pairs.filter(({ held_out }) => held_out === later)
    const [same, other] = [part.filter((pair) => pair.same), part.filter((pair) => !pair.same)]
    const rates = `; ${same.filter(isAccepted).length} of ${same.length} of the same person accepted, ${other.filter(isAccepted).length} of ${other.length} of others`
    return rowByRow(
      `pairs of names, ${later ? 'second' : 'first'} part`,
      'regression',
      part,
      (pair) => `${pair.kind}: ${nameOf(pair.claimed)} / ${nameOf(pair.on_file)}`,
      (pair) => isAccepted(pair) === pair.same,
      rates,
    )
  })
}
