import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import { type Classifier, denseScale, featuresOfText, spokenAndWritten, trainClassifier, trainingParts } from './features.ts'

/**
 * Trains the classifiers of adverse-event reports, over words and over words and the local embedding, and writes them
 * beside their module: `node eval/train/adverse-mentions/train.ts`, some minutes the first time (the embedding), then seconds.
 */
const rows = spokenAndWritten(trainingParts())
const embeddings = new CachedEmbeddings(1)
const vectors = await embeddings.embedDocuments(rows.map(({ text }) => text))
await embeddings.close()

const trainedOn =
  'Logistic regression, made by eval/train/adverse-mentions/train.ts from the training part (65 % of the reviews) of PsyTAR ' +
  '(Zolnoori et al. 2019, CC BY 4.0) and of the ADE Corpus V2 (Gurulingappa et al. 2012, from a copy that states no licence, only a request to cite; its sentences are of PubMed abstracts), eval/train/adverse-mentions/phone-sentences.tsv, and sentences without symptoms from the ' +
  'training part of MTS-Dialog, PriMock57 and ACI-Bench (CC BY 4.0). Words and pairs of words with weights; no sentences.'

const round = (value: number) => Number(value.toFixed(2))

function write(name: string, { model, vocabulary }: Classifier): void {
  const weights = [...vocabulary]
    .map(([feature, index]): [string, number] => [feature, round(model.sparse[index] ?? 0)])
    .filter(([, weight]) => Math.abs(weight) >= 0.03)
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
  const embedding = [...model.dense].map((weight) => round(weight * denseScale))
  const content = { trainedOn, bias: round(model.bias), weights: Object.fromEntries(weights), ...(embedding.length > 0 && { embedding }) }
  writeFileSync(join(import.meta.dirname, '../../../src/domain/safety/signs', name), `${JSON.stringify(content)}\n`)
  process.stdout.write(`${name}: ${weights.length} weights of ${vocabulary.size} features, ${embedding.length} of the embedding\n`)
}

write('adverse-model.json', trainClassifier(rows, featuresOfText))
write('adverse-model-embedding.json', trainClassifier(rows, featuresOfText, vectors))
process.stdout.write(`from ${rows.length} sentences\n`)
