import { availableParallelism } from 'node:os'
import { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import { keepModel } from '../keep-model.ts'
import { byteStep } from '../packed-model.ts'
import { places } from './fit.ts'
import { embedded, learnTurning } from './learn.ts'
import { samplePairs } from './sample-pairs.ts'

/*
 * Learns to turn the vectors of questions toward the passages that answer them, and prints how often the right passage is first on
 * questions of the sample library, which teaches nothing.
 */

const embeddings = new CachedEmbeddings(availableParallelism())
const turning = await learnTurning(embeddings)
const sample = await samplePairs()
const vectors = await embedded(embeddings, sample)
for (const [name, one] of [
  ['as they are', undefined],
  ['turned', turning],
] as const) {
  const ranks = places(sample, vectors.questions, vectors.chunks, one)
  const within = (most: number) => (ranks.filter((rank) => rank < most).length / ranks.length).toFixed(3)
  process.stdout.write(
    `sample library, ${ranks.length} questions, ${name}: first ${within(1)}, of three ${within(3)}, of ten ${within(10)}\n`,
  )
}
await embeddings.close()

const { dimensions, turns, words, fromVector, fromWords, toVector } = turning
const kept = (values: Float32Array) => ({ values, step: byteStep(values) })
const model = {
  header: { dimensions, turns },
  tables: {
    words: {
      columns: turns,
      step: byteStep(fromWords),
      rows: [...words].map(([word, row]) => [word, fromWords.subarray(row * turns, (row + 1) * turns)] as const),
    },
  },
  vectors: { 'from vector': kept(fromVector), 'to vector': kept(toVector) },
}
keepModel('src/domain/library/search/toward-answers.model', model, {
  command: 'node eval/train/toward-answers/train.ts',
  data: ['eval/train/toward-answers'],
  features: ['src/domain/library/search/toward-answers.ts', 'src/domain/library/search/lay-words.tsv', 'src/language/stems.ts'],
})
