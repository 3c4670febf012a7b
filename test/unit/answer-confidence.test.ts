import { expect, test } from 'vitest'
import { type Features, featureNames, type Network, outputsOf, untold } from '../../src/domain/chat/answer/extractive/confidence.ts'

const each = (value: (at: number) => number) => featureNames.map((_, at) => value(at))

/** Its first output rests on what it weighs most: how similar a section is. */
const network: Network = {
  means: each((at) => at / 100),
  spreads: each(() => 0.1),
  units: [[...each((at) => (at % 3) - 1), 0.2]],
  outputs: [[0.5, ...each(() => 0.3), 0.1]],
}
const features = (own: Partial<Features>) =>
  ({ ...Object.fromEntries(featureNames.map((name, at) => [name, at / 100])), ...own }) as Features

test('what cannot be told of a section, as its similarity without vectors, speaks neither for an answer nor against it', () => {
  const average = outputsOf(network, features({}))
  expect(outputsOf(network, features({ semantic: untold, quotedOver: untold }))).toEqual(average)
  expect(outputsOf(network, features({ quotedOver: 0.9 }))).not.toEqual(average)
})
