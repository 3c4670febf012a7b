import type { Candidate, WeightedTerm } from './candidates.ts'

export interface Ranked extends Candidate {
  score: number
  /** 0 to 1, comparable between queries. */
  relevance: number
}

/**
 * How the two measures make one score, chosen on the tuning half of MedQuAD and held against the rest in
 * `npm run eval retrieval` (docs/quality.md): better than either alone, and than fusing ranks. `share` is the part of what a
 * query's words could be worth that an item reaches as a rule when it has them all.
 */
const fusion = { words: 0.73, share: 1.6, most: 1.2, otherSubject: 0.5 }

/** A logistic curve through the best results of its tuning questions: at `middle` half were right. */
const calibration = { slope: 4, middle: 0.95 }

/**
 * Orders candidates by cosine + 0.73 · min(1.2, BM25 / (1.6 · Σ idf of the query's own words)). Words that no item has
 * count in the sum (`unknown` of them, each worth `unknownIdf`), so BM25 loses its vote where it cannot judge. An item about
 * another subject loses up to 0.5: who asks about one medicine is not helped by the storage rules of another.
 */
export function rank(candidates: readonly Candidate[], terms: readonly WeightedTerm[], unknown: number, unknownIdf: number): Ranked[] {
  const possible = terms.filter(({ weight }) => weight === 1).reduce((sum, { idf }) => sum + idf, 0) + unknown * unknownIdf
  const subjects = terms.filter(({ isSubject }) => isSubject).reduce((sum, { idf }) => sum + idf, 0)
  return candidates
    .map((candidate) => {
      const words = possible > 0 ? fusion.words * Math.min(fusion.most, candidate.bm25 / (fusion.share * possible)) : 0
      // An item that has no vectors yet is taken to mean what its words say.
      const meaning = candidate.cosine ?? words
      const other = subjects > 0 ? fusion.otherSubject * (1 - candidate.subject / subjects) : 0
      const score = words + meaning - other
      return { ...candidate, score, relevance: 1 / (1 + Math.exp(-calibration.slope * (score - calibration.middle))) }
    })
    .sort((one, two) => two.score - one.score || one.itemKey - two.itemKey)
}
