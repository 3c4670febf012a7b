import fc from 'fast-check'
import { expect, test } from 'vitest'
import { towardAnswers } from '../../src/domain/library/search/toward-answers.ts'
import { LocalEmbeddings } from '../../src/platform/models/local-embeddings.ts'
import '../support/property-seed.ts'

// Questions are turned toward the passages that answer them: docs/library.md, Search.

const size = 512

test('a turned vector has its length, and a vector of another model stays as it is', () => {
  const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size })
  fc.assert(
    fc.property(fc.string(), vector, (question, given) => {
      fc.pre(Math.hypot(...given) > 0.1)
      const turned = towardAnswers(question, given)
      expect(turned).toHaveLength(size)
      expect(Math.hypot(...turned)).toBeCloseTo(1, 4)
    }),
    { numRuns: 50 },
  )
  expect(towardAnswers('Can I drink?', [0.6, 0.8])).toEqual([0.6, 0.8])
})

test('what is asked in everyday words is nearer to its passage than to another of its medicine, which it is not by words alone', async () => {
  await using model = Object.assign(new LocalEmbeddings(1), { [Symbol.asyncDispose]: () => model.close() })
  const passages = [
    'Zavorel: alcohol. Do not drink alcohol on the day of an infusion. Afterwards a glass of wine or beer with a meal does no harm.',
    'Zavorel: where it is given. You get Zavorel at an infusion center. Bring something to read and something warm to wear.',
  ]
  const question = 'can I still go to the pub with my mates'
  const vectors = await model.embedDocuments(passages)
  const asked = await model.embedQuery(question)
  const alike = (one: number[], other: number[]) => one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
  const lead = (vector: number[]) => alike(vector, vectors[0] ?? []) - alike(vector, vectors[1] ?? [])
  expect(lead(towardAnswers(question, asked))).toBeGreaterThan(lead(asked))
})
