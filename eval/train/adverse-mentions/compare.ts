import { adverseScore, adverseThreshold, scoreReading } from '../../../src/domain/safety/signs/adverse-score.ts'
import { read } from '../../../src/domain/safety/signs/symptom-reading.ts'
import { sentencesOf } from '../../../src/language/sentences.ts'
import { adeCorpus, isHeldOut, type Labelled, phoneTable, psytar } from '../../corpora/sentences.ts'
import { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import { printTable } from '../../print-table.ts'
import { featuresOfText, plainFeaturesOfText, spokenAndWritten, trainClassifier, trainingParts } from './features.ts'
import { logit, sigmoid } from './logistic.ts'

// What each kind of classifier would come to, beside the one shipped: `node eval/train/adverse-mentions/compare.ts`, which trains
// them all (a quarter of an hour the first time, for the embedding).

const embeddings = new CachedEmbeddings(1)
const vectorsOf = (rows: readonly Labelled[]) => embeddings.embedDocuments(rows.map(({ text }) => text))

type Method = (rows: readonly Labelled[]) => Promise<number[]>

const rules: Method = async (rows) =>
  rows.map(({ text }) => Number(sentencesOf(text).some((sentence) => read(sentence).symptoms.some(({ status }) => status === 'asserted'))))
const shippedWithVectors: Method = async (rows) => {
  const said = rows.map(({ text }) => sentencesOf(text).filter(({ words }) => words.length > 0))
  const vectors = await embeddings.embedDocuments(said.flat().map(({ text }) => text))
  let next = 0
  return said.map((sentences) => Math.max(0, ...sentences.map((sentence) => scoreReading(read(sentence), vectors[next++]))))
}
const shipped: Method = async (rows) => rows.map(({ text }) => adverseScore(text))

function byWords(training: readonly Labelled[], features: (text: string) => string[]): Method {
  const { model, example } = trainClassifier(training, features)
  return async (rows) => rows.map((row) => sigmoid(logit(model, example(row, []))))
}

async function byVectors(training: readonly Labelled[], features: (text: string) => string[]): Promise<Method> {
  const { model, example } = trainClassifier(training, features, await vectorsOf(training))
  return async (rows) => {
    const vectors = await vectorsOf(rows)
    return rows.map((row, index) => sigmoid(logit(model, example(row, vectors[index] ?? []))))
  }
}

function figures(rows: readonly Labelled[], scores: readonly number[], threshold: number): string[] {
  const flagged = rows.filter((_, index) => (scores[index] ?? 0) >= threshold)
  const hits = flagged.filter(({ adverse }) => adverse).length
  const precision = hits / flagged.length
  const recall = hits / rows.filter(({ adverse }) => adverse).length
  return [precision, recall, (2 * precision * recall) / (precision + recall)].map((value) => value.toFixed(3))
}

const none = () => []
const parts = trainingParts()

async function methods(training: readonly Labelled[]): Promise<Record<string, Method>> {
  return {
    'word lists and rules': rules,
    'classifier, plain words and pairs': byWords(training, plainFeaturesOfText),
    'classifier, local embedding': await byVectors(training, none),
    'classifier, words, pairs and lists': byWords(training, featuresOfText),
    'the same with the embedding': await byVectors(training, featuresOfText),
  }
}

const trained = {
  ...(await methods(spokenAndWritten(parts))),
  'as shipped, by words (adverseScore)': shipped,
  'as shipped, with the embedding': shippedWithVectors,
}
const heldOut = {
  'PsyTAR, held out': { rows: psytar().filter(isHeldOut), methods: trained },
  'phone sentences of the test': { rows: phoneTable(), methods: trained },
  'ADE Corpus, held out; trained on ADE Corpus': { rows: adeCorpus().filter(isHeldOut), methods: await methods(parts.abstracts) },
  'ADE Corpus, held out; trained as shipped': { rows: adeCorpus().filter(isHeldOut), methods: trained },
}
const table: (string | number)[][] = []
for (const [set, { rows, methods }] of Object.entries(heldOut)) {
  for (const [name, method] of Object.entries(methods)) {
    const scores = await method(rows)
    const size = `${rows.length} (${rows.filter(({ adverse }) => adverse).length})`
    table.push([set, size, name, ...figures(rows, scores, adverseThreshold), ...figures(rows, scores, 0.5)])
  }
}
const at = (threshold: number) => ['precision', 'recall', 'F1'].map((name) => `${name} at ${threshold}`)
printTable('Adverse-event reports, by sentence', ['set', 'sentences (reports)', 'method', ...at(adverseThreshold), ...at(0.5)], table)

await embeddings.close()
