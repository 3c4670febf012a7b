import type { Candidate, WeightedTerm } from './candidates.ts'

export interface Ranked extends Candidate {
  score: number
  /** 0 to 1, comparable between queries: the share of results with this score that answered their question. */
  relevance: number
}

/**
 * Orders candidates by cosine + 0.6 · min(1.2, BM25 / (1.32 · Σ idf of the query's words)): measured better than either
 * alone and than rank fusion (docs/performance.md). BM25's vote shrinks when the library lacks the query's words,
 * because these count in the sum: `unknownIdf` is what a word that no item has would be worth.
 */
export function rank(candidates: readonly Candidate[], terms: readonly WeightedTerm[], unknown: number, unknownIdf: number): Ranked[] {
  const possible = terms.filter(({ weight }) => weight === 1).reduce((sum, { idf }) => sum + idf, 0) + unknown * unknownIdf
  return candidates
    .map((candidate) => {
      const words = possible > 0 ? Math.min(1.2, candidate.bm25 / (1.32 * possible)) : 0
      const score = candidate.cosine === null ? words : candidate.cosine + 0.6 * words
      return { ...candidate, score, relevance: relevanceOf(score) }
    })
    .sort((one, two) => two.score - one.score || one.itemKey - two.itemKey)
}

/** Logistic fit of "this result answers the question" over the score (bench/retrieval prints it). */
const calibration = { slope: 7, middle: 0.75 }

const relevanceOf = (score: number) => 1 / (1 + Math.exp(-calibration.slope * (score - calibration.middle)))
