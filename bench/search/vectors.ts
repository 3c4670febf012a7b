import { hashOf, seeded } from '../../eval/random.ts'
import type { Texts } from './texts.ts'

const dot = (one: readonly number[], two: readonly number[]) => one.reduce((sum, value, at) => sum + value * (two[at] ?? 0), 0)

export function normalised(vector: readonly number[]): number[] {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((value) => value / length)
}

/** The foci whose chunks are nearest to the first chunk of each. */
export function nearestFoci({ focusOf }: Texts, vectors: readonly number[][]): Map<string, string[]> {
  const firsts = new Map<string, number>()
  for (const [chunk, focus] of focusOf.entries()) if (!firsts.has(focus)) firsts.set(focus, chunk)
  return new Map(
    [...firsts].map(([focus, chunk]) => {
      const own = vectors[chunk] ?? []
      const others = [...firsts].filter(([other]) => other !== focus)
      const ranked = others
        .map(([other, at]) => ({ other, cosine: dot(own, vectors[at] ?? []) }))
        .sort((one, two) => two.cosine - one.cosine)
      return [focus, ranked.slice(0, 20).map(({ other }) => other)]
    }),
  )
}

/** How far a made vector is from its mix: about what another wording of the same makes. */
const noise = 0.25

/** The vector of a passage: the mix of its sentences' chunks with a little noise that depends on `text` alone. */
export function mixedVector(vectors: readonly number[][], origins: readonly number[], text: string): number[] {
  const random = seeded(hashOf(text))
  const dimensions = vectors[0]?.length ?? 0
  const sum = new Array<number>(dimensions).fill(0)
  for (const chunk of origins) {
    const vector = vectors[chunk] ?? []
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0)
  }
  // Uniform numbers have the variance 1/12; so scaled, the noise is `noise` long beside a mix of length 1.
  const scale = noise * Math.sqrt(12 / dimensions)
  return normalised(normalised(sum).map((value) => value + (random() - 0.5) * scale))
}
