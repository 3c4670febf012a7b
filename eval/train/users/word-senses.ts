import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { talks } from '../../corpora/sentences.ts'
import { sharedRows } from '../../corpora/shared-data.ts'
import { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import { seeded } from '../../random.ts'
import { reportRows } from '../adverse-mentions/rows.ts'
import { dangerRows } from '../emergency-classifier/danger-rows.ts'

/**
 * Groups the words that patients use by the local embedding, so that what is learnt of one word is known of those like it:
 * `node eval/train/users/word-senses.ts`, ten minutes the first time; both readers must be trained again afterwards.
 */
const groups = { narrow: 350, wide: 60 }
const rounds = 8
const leastCount = 2

const counts = new Map<string, number>()
function count(text: string, weight: number): void {
  for (const [found] of text.toLowerCase().matchAll(/[a-z][a-z']+/g)) {
    const word = found.replaceAll("'", '')
    counts.set(word, (counts.get(word) ?? 0) + weight)
  }
}
for (const { text, set } of reportRows()) count(text, set === 'ADE Corpus' ? 0.3 : 3)
for (const { text } of dangerRows()) count(text, 3)
for (const { turns } of talks()) for (const { text } of turns) count(text, 1)
for (const { answer } of sharedRows('medquad_dev.jsonl')) count(answer, 0.02)
const words = [...counts]
  .filter(([word, times]) => times >= leastCount && word.length > 1 && word.length < 18)
  .toSorted(([, one], [, other]) => other - one)
  .map(([word]) => word)

const embeddings = new CachedEmbeddings(1)
const raw = await embeddings.embedDocuments(words)
await embeddings.close()
const size = raw[0]?.length ?? 0
const mean = Array.from({ length: size }, (_, at) => raw.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / raw.length)

function unit(vector: ArrayLike<number>): Float32Array {
  const found = Float32Array.from(vector)
  const length = Math.hypot(...found) || 1
  return found.map((value) => value / length)
}
const vectors = raw.map((vector) => unit(vector.map((value, at) => value - (mean[at] ?? 0))))

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < size; at++) sum += (one[at] as number) * (other[at] as number)
  return sum
}

/** The group of each word: k-means by direction, begun with frequent words. */
function grouped(groupCount: number): number[] {
  const random = seeded(7)
  const first = new Set<number>()
  while (first.size < groupCount) first.add(Math.floor(random() * Math.min(vectors.length, 6_000)))
  let centres = [...first].map((at) => vectors[at] as Float32Array)
  let found: number[] = []
  for (let round = 0; round < rounds; round++) {
    found = vectors.map((vector) => {
      let [best, most] = [0, Number.NEGATIVE_INFINITY]
      for (const [at, centre] of centres.entries()) {
        const likeness = dot(vector, centre)
        if (likeness > most) [best, most] = [at, likeness]
      }
      return best
    })
    const sums = centres.map(() => new Float32Array(size))
    for (const [at, vector] of vectors.entries()) {
      const sum = sums[found[at] ?? 0] as Float32Array
      for (let place = 0; place < size; place++) sum[place] = (sum[place] as number) + (vector[place] as number)
    }
    centres = sums.map(unit)
  }
  return found
}

const [narrow, wide] = [grouped(groups.narrow), grouped(groups.wide)]
const byGroups = Map.groupBy(words.keys(), (at) => `${narrow[at]}\t${wide[at]}`)
const lines = [...byGroups]
  .map(([names, members]) => `${names}\t${[...members.map((at) => words[at])].toSorted().join(' ')}`)
  .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10) || (one < other ? -1 : 1))
writeFileSync(join(import.meta.dirname, '../../../src/domain/safety/signs/word-senses.tsv'), `${lines.join('\n')}\n`)
process.stdout.write(`${words.length} words in ${groups.narrow} and ${groups.wide} groups\n`)
