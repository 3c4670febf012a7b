import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seeded, shuffled } from '../../eval/random.ts'
import { chunkTexts } from '../../src/domain/documents/chunks.ts'

/** A question and its answer as MedQuAD has them. */
export interface Pair {
  focus: string
  questionType: string
  question: string
  answer: string
}

/** A sentence of an answer with the chunk whose vector stands for it. */
export interface Sentence {
  text: string
  words: number
  chunk: number
  focus: string
}

export interface Texts {
  pairs: Pair[]
  /** Real names of medicines: words that few items have. */
  brands: string[]
  /** The chunks that are embedded, as the service cuts them. */
  chunks: string[]
  /** Sentences by focus, and among them by question type. */
  sentences: Map<string, { all: Sentence[]; byType: Map<string, Sentence[]> }>
  /** The focus of each chunk. */
  focusOf: string[]
}

const folder = process.env.SHARED_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
const lines = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n')

/** How many real chunks are embedded; every focus has at least one. */
const chunkCount = 1500

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Reads the answers of MedQuAD (`SHARED_DATA`) and chooses the chunks to be embedded. */
export function readTexts(): Texts {
  const pairs = lines('medquad_dev.jsonl').map((line): Pair => {
    const { focus, question_type, question, answer } = JSON.parse(line)
    return { focus, questionType: question_type, question, answer }
  })
  const brands = [
    ...new Set(
      lines('drug_names.tsv')
        .slice(1)
        .map((line) => line.split('\t')[0] ?? ''),
    ),
  ].filter((brand) => brand !== '')

  // The first pair of each focus, then others at random, until there are chunks enough.
  const random = seeded(1)
  const seen = new Set<string>()
  const mixed = shuffled(random, pairs)
  const first = mixed.filter(({ focus }) => !seen.has(focus) && seen.add(focus))
  const chunks: string[] = []
  const focusOf: string[] = []
  const chunkOfPair = new Map<Pair, number>()
  for (const pair of new Set([...first, ...mixed])) {
    if (chunks.length >= chunkCount) break
    const cut = chunkTexts({ title: pair.focus, sectionHeader: pair.question, content: pair.answer })
    chunkOfPair.set(pair, chunks.length)
    focusOf.push(pair.focus)
    chunks.push(cut[Math.floor(random() * cut.length)] ?? pair.question)
  }
  return { pairs, brands, chunks, focusOf, sentences: sentencesOf(pairs, chunkOfPair) }
}

function sentencesOf(pairs: readonly Pair[], chunkOfPair: ReadonlyMap<Pair, number>): Texts['sentences'] {
  const chunkOfFocus = new Map([...chunkOfPair].reverse().map(([{ focus }, chunk]) => [focus, chunk]))
  const sentences: Texts['sentences'] = new Map()
  for (const pair of pairs) {
    const chunk = chunkOfPair.get(pair) ?? chunkOfFocus.get(pair.focus)
    if (chunk === undefined) continue
    const entry = sentences.get(pair.focus) ?? { all: [], byType: new Map<string, Sentence[]>() }
    sentences.set(pair.focus, entry)
    const ofType = entry.byType.get(pair.questionType) ?? []
    entry.byType.set(pair.questionType, ofType)
    for (const line of pair.answer.split('\n')) {
      for (const { segment } of segmenter.segment(line)) {
        const words = segment.trim().split(/\s+/)
        if (words.length < 4 || words.length > 55) continue
        const sentence = { text: words.join(' '), words: words.length, chunk, focus: pair.focus }
        entry.all.push(sentence)
        ofType.push(sentence)
      }
    }
  }
  for (const [focus, { all }] of sentences) if (all.length === 0) sentences.delete(focus)
  return sentences
}
