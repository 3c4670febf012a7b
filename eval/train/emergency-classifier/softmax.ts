/** An example as a classifier of several kinds learns from it: places of its features, their common value, and its vector. */
export interface Example {
  features: readonly number[]
  vector: readonly number[]
  /** -1: none of the kinds. */
  kind: number
  weight: number
}

/** Scores of each kind against none. */
export interface WordWeights {
  bias: number[]
  /** For each place the weight of each kind. */
  weights: Float64Array
}

/** A text's features count the same together, however many there are. */
export const featureValue = (count: number): number => 3 / Math.sqrt(Math.max(1, count))

/** The probabilities of the kinds from their scores, none having 0. */
export function probabilities(scores: readonly number[]): number[] {
  const most = Math.max(0, ...scores)
  const raised = scores.map((score) => Math.exp(score - most))
  const sum = raised.reduce((total, value) => total + value, Math.exp(-most))
  return raised.map((value) => value / sum)
}

export function wordScores({ bias, weights }: WordWeights, features: readonly number[]): number[] {
  const kinds = bias.length
  const value = featureValue(features.length)
  const scores = [...bias]
  for (const place of features) for (let kind = 0; kind < kinds; kind++) scores[kind] = (scores[kind] ?? 0) + value * (weights[place * kinds + kind] ?? 0)
  return scores
}

/** Adam's running means for an array of values. */
export function adam(size: number): (values: Float64Array, gradient: Float64Array, rate: number) => void {
  const [mean, square] = [new Float64Array(size), new Float64Array(size)]
  let step = 0
  return (values, gradient, rate) => {
    step++
    const [first, second] = [1 - 0.9 ** step, 1 - 0.999 ** step]
    for (let at = 0; at < size; at++) {
      const slope = gradient[at] ?? 0
      const m = 0.9 * (mean[at] ?? 0) + 0.1 * slope
      const v = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope
      mean[at] = m
      square[at] = v
      values[at] = (values[at] ?? 0) - (rate * m) / first / (Math.sqrt(v / second) + 1e-8)
    }
  }
}

/** Multinomial logistic regression over features, by Adam over the whole set with an L2 penalty; deterministic. */
export function fitWords(examples: readonly Example[], places: number, kinds: number, penalty: number, steps = 120): WordWeights {
  const size = (places + 1) * kinds
  const values = new Float64Array(size)
  const gradient = new Float64Array(size)
  const learn = adam(size)
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const weightsOf = (): WordWeights => ({ bias: [...values.slice(places * kinds)], weights: values.subarray(0, places * kinds) })
  for (let step = 0; step < steps; step++) {
    for (let at = 0; at < size; at++) gradient[at] = at < places * kinds ? (penalty * (values[at] ?? 0)) / total : 0
    const now = weightsOf()
    for (const { features, kind, weight } of examples) {
      const value = featureValue(features.length)
      const errors = probabilities(wordScores(now, features)).map((p, at) => ((p - Number(at === kind)) * weight) / total)
      for (const place of features)
        for (let at = 0; at < kinds; at++) gradient[place * kinds + at] = (gradient[place * kinds + at] ?? 0) + value * (errors[at] ?? 0)
      for (let at = 0; at < kinds; at++) gradient[places * kinds + at] = (gradient[places * kinds + at] ?? 0) + (errors[at] ?? 0)
    }
    learn(values, gradient, 0.15 * (1 - step / (steps + 1)) + 0.01)
  }
  return weightsOf()
}
