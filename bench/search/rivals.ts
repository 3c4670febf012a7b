import { create, insertMultiple, search } from '@orama/orama'
import MiniSearch from 'minisearch'
import { CachedEmbeddings } from '../../eval/library/cached-embeddings.ts'
import { chunkTexts } from '../../src/domain/documents/chunks.ts'
import { makeItems } from './corpus.ts'
import { type Times, times } from './measure.ts'
import { misspeltQuestions, realQuestions } from './questions.ts'
import { readTexts } from './texts.ts'
import { mixedVector, nearestFoci, normalised } from './vectors.ts'

// One library in a process of its own, so that its memory can be told: `node --expose-gc rivals.ts orama|minisearch 10000`.
// Prints one line of JSON.

const [name = '', size = '1000', questionCount = '300'] = process.argv.slice(2)
const texts = readTexts()
const embeddings = new CachedEmbeddings(2)
const pool = await embeddings.embedDocuments(texts.chunks)
const questions = realQuestions(texts, Number(questionCount))
const vectors = await embeddings.embedDocuments(questions)
const vectorOf = new Map(questions.map((question, index) => [question, vectors[index] ?? []]))
await embeddings.close()

const documents = [...makeItems(texts, nearestFoci(texts, pool), Number(size))].map(({ section, origins }, index) => {
  const chunks = name === 'orama' ? chunkTexts(section).map((text, at) => mixedVector(pool, origins[at] ?? [0], text)) : []
  return {
    id: String(index),
    title: section.title,
    header: section.sectionHeader ?? '',
    content: section.content,
    section: section.sectionType,
    ...(chunks.length > 0
      ? { embedding: normalised((chunks[0] ?? []).map((_, at) => chunks.reduce((sum, chunk) => sum + (chunk[at] ?? 0), 0))) }
      : {}),
  }
})

/** What is alive on the heap and beside it. */
function aliveMb(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}
const before = aliveMb()
const start = performance.now()
const indexed = name === 'orama' ? await orama() : minisearch()
const seconds = (performance.now() - start) / 1000
const indexMb = aliveMb() - before
const milliseconds: Record<string, Times> = {}
for (const [kind, ask] of Object.entries(indexed)) {
  milliseconds[kind] = await times(kind.includes('misspelt') ? misspeltQuestions(questions) : questions, ask)
}
process.stdout.write(`${JSON.stringify({ seconds, indexMb, residentMb: process.memoryUsage.rss() / 2 ** 20, milliseconds })}\n`)

type Ask = (question: string) => unknown

async function orama(): Promise<Record<string, Ask>> {
  const store = create({
    schema: { id: 'string', title: 'string', header: 'string', content: 'string', section: 'enum', embedding: 'vector[512]' } as const,
    components: { tokenizer: { stemming: true, language: 'english' } },
  })
  await insertMultiple(store, documents as never[], 1000)
  const boost = { title: 3, header: 2 }
  const properties = ['title', 'header', 'content'] as never
  const vector = (question: string) => ({ value: vectorOf.get(question) ?? [], property: 'embedding' })
  return {
    'Orama, full text': (term) => search(store, { term, properties, boost, limit: 5 }),
    'Orama, full text, one section type': (term) =>
      search(store, { term, properties, boost, limit: 5, where: { section: { eq: 'side_effects' } } as never }),
    'Orama, full text with tolerance 1, one word misspelt': (term) => search(store, { term, properties, boost, limit: 5, tolerance: 1 }),
    'Orama, vectors': (term) => search(store, { mode: 'vector', vector: vector(term), similarity: 0, limit: 5 } as never),
    'Orama, hybrid': (term) =>
      search(store, { mode: 'hybrid', term, vector: vector(term), similarity: 0, properties, boost, limit: 5 } as never),
  }
}

function minisearch(): Record<string, Ask> {
  const store = new MiniSearch({
    fields: ['title', 'header', 'content'],
    storeFields: ['title', 'header', 'content', 'section'],
    searchOptions: { boost: { title: 3, header: 2 } },
  })
  store.addAll(documents)
  return {
    'MiniSearch, BM25+': (question) => store.search(question).slice(0, 5),
    'MiniSearch, BM25+, one section type': (question) =>
      store.search(question, { filter: ({ section }) => section === 'side_effects' }).slice(0, 5),
    'MiniSearch, prefix and fuzzy 0.2': (question) => store.search(question, { prefix: true, fuzzy: 0.2 }).slice(0, 5),
    'MiniSearch, prefix and fuzzy 0.2, one word misspelt': (question) => store.search(question, { prefix: true, fuzzy: 0.2 }).slice(0, 5),
  }
}
