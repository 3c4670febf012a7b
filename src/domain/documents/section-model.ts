import type { SectionType } from './section.ts'

/** A logistic regression for each type of section. */
export interface SectionModel {
  types: readonly SectionType[]
  /** In the order of `types`, as are the weights of each feature. */
  bias: readonly number[]
  weights: Readonly<Record<string, readonly number[]>>
}

/** The type that scores highest, and what each feature adds to it. */
export function likeliestType({ types, bias, weights }: SectionModel, features: Iterable<string>) {
  const known = [...features].flatMap((feature) => {
    const own = Object.hasOwn(weights, feature) ? weights[feature] : undefined
    return own ? [{ feature, own }] : []
  })
  const scored = types.map((type, at) => ({ type, at, score: known.reduce((sum, { own }) => sum + (own[at] ?? 0), bias[at] ?? 0) }))
  const [first, ...others] = scored
  if (!first) throw new Error('The model knows no type.')
  const best = others.reduce((most, one) => (one.score > most.score ? one : most), first)
  return { type: best.type, added: known.map(({ feature, own }) => ({ feature, weight: own[best.at] ?? 0 })) }
}
