import type { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import { asSearched, fitTurning, type LearntTurn } from './fit.ts'
import { allPairs, type Pairs } from './pairs.ts'

/** The vectors of pairs: of each question, and of each passage's texts. */
export async function embedded(
  embeddings: CachedEmbeddings,
  { passages, pairs }: Pairs,
): Promise<{ questions: number[][]; chunks: number[][][] }> {
  const questions = await embeddings.embedDocuments(pairs.map(({ question }) => asSearched(question)))
  const vectors = (await embeddings.embedDocuments(passages.flatMap(({ chunks }) => chunks))).values()
  return { questions, chunks: passages.map(({ chunks }) => chunks.map(() => vectors.next().value ?? [])) }
}

/** Learns to turn questions. @param without files of pages that it must not know */
export async function learnTurning(embeddings: CachedEmbeddings, without: readonly string[] = []): Promise<LearntTurn> {
  const learnt = await allPairs(without)
  const { questions, chunks } = await embedded(embeddings, learnt)
  return fitTurning(learnt, questions, chunks)
}
