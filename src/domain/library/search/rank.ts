import type { Candidate, WeightedTerm } from './candidates.ts'

export interface RankedCandidate extends Candidate {
  score: number
  /** 0 to 1, comparable between queries. */
  relevance: number
  /** Its share of the query's words, and of those for what documents are about. */
  lexical: number
  subjectShare: number
}

/**
 * How the two scores are combined: better than either alone and than rank fusion (docs/quality.md, Search; `npm run eval retrieval`).
 * `share` scales BM25: an item that contains all words of a query usually reaches about 1.6 times the sum of their idf.
 */
const fusion = { words: 0.73, share: 1.6, most: 1.2, otherSubject: 0.5 }

/** A logistic curve fitted to the top results of the tuning questions: at the score `middle`, half of them were right. */
const calibration = { slope: 4, middle: 0.95 }

/**
 * Orders candidates by cosine + 0.73 · min(1.2, BM25 / (1.6 · Σ idf of the query's own words)). The sum includes words that no
 * item has (`unknown` of them, each worth `unknownIdf`), so that BM25 counts less where it cannot judge. An item about another
 * subject loses up to 0.5: a question about one medicine is not answered by the storage rules of another.
 */
export function rank(
  candidates: readonly Candidate[],
  terms: readonly WeightedTerm[],
  unknown: number,
  unknownIdf: number,
): RankedCandidate[] {
  const possible = terms.filter(({ weight }) => weight === 1).reduce((sum, { idf }) => sum + idf, 0) + unknown * unknownIdf
  const subjects = terms.filter(({ isSubject }) => isSubject).reduce((sum, { idf }) => sum + idf, 0)
  return candidates
    .map((candidate) => {
      const lexical = possible > 0 ? Math.min(fusion.most, candidate.bm25 / (fusion.share * possible)) : 0
      const words = fusion.words * lexical
      // An item without vectors yet gets its word score as its meaning.
      const meaning = candidate.cosine ?? words
      const subjectShare = subjects > 0 ? candidate.subject / subjects : 1
      const score = words + meaning - fusion.otherSubject * (1 - subjectShare)
      return {
        ...candidate,
        lexical,
        subjectShare,
        score,
        relevance: 1 / (1 + Math.exp(-calibration.slope * (score - calibration.middle))),
      }
    })
    .sort((one, two) => two.score - one.score || one.itemKey - two.itemKey)
}
