import { reportKinds } from '../../../src/domain/safety/signs/report-kinds.ts'
import { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import { keepModel } from '../keep-model.ts'
import { bySum, type Classifier, denseScale, type Featured, featuresOfText, trainClassifier } from './features.ts'
import { reportRows } from './rows.ts'

/**
 * Trains the reader of reports and writes its weights beside its module: whether a sentence reports, by words, and by words and the
 * local embedding; and of what kind. `node eval/train/adverse-mentions/train.ts`, a quarter of an hour the first time (the embedding).
 */
const rows = reportRows()
const featured: Featured[] = rows.map(({ text, adverse, weight }) => ({ sentences: featuresOfText(text), is: adverse, weight }))

const trainedOn =
  'Logistic regression, made by eval/train/adverse-mentions/train.ts from sentences written for it (report-sentences.tsv, phone-sentences.tsv, frames.tsv, eval/train/users), the prompt tables of eval/regression/safety, the rounds of visitors that were scored (eval/regression/rounds), the training part (65 % of the reviews) of PsyTAR ' +
  '(Zolnoori et al. 2019, CC BY 4.0) and of the ADE Corpus V2 (Gurulingappa et al. 2012, from a copy that states no licence, only a request to cite; its sentences are of PubMed abstracts), questions of MedQuAD (CC BY 4.0), and sentences without symptoms from the ' +
  'training part of MTS-Dialog, PriMock57 and ACI-Bench (CC BY 4.0). Words and groups of words with weights; no sentences.'

/** Smaller weights change nothing that matters and would double the files. */
const leastWeight = 0.07
/** The six models of kinds together are large, and only say which. */
const leastOfKinds = 0.12

const round = (value: number) => Number(value.toFixed(2))

/** Of each feature that weighs enough for one of the classifiers, its weight for each. */
function rowsOf(classifiers: readonly Classifier[], least: number): [feature: string, weights: number[]][] {
  const features = [...new Set(classifiers.flatMap(({ vocabulary }) => [...vocabulary.keys()]))]
  return features.map((feature) => [
    feature,
    classifiers.map(({ model, vocabulary }) => {
      const weight = round(model.sparse[vocabulary.get(feature) ?? -1] ?? 0)
      return Math.abs(weight) < least ? 0 : weight
    }),
  ])
}

const words = trainClassifier(featured)

// Which kind it is, is learnt from reports alone: whether it is one has been decided then.
const reports = rows.flatMap(({ kinds }, at) => (kinds && kinds.length > 0 && featured[at] ? [{ kinds, row: featured[at] }] : []))
const byKind = reportKinds.map((kind) =>
  trainClassifier(
    reports.map(({ kinds, row }) => ({ ...row, is: kinds.includes(kind), weight: 1 })),
    bySum,
  ),
)

const embeddings = new CachedEmbeddings(1)
const vectors = await embeddings.embedDocuments(rows.map(({ text }) => text))
await embeddings.close()
const both = trainClassifier(featured.map((row, at) => ({ ...row, vector: vectors[at] ?? [] })))

const signs = 'src/domain/safety/signs'
keepModel(
  `${signs}/reports.model`,
  {
    header: {
      trainedOn,
      kinds: reportKinds,
      bias: { words: round(words.model.bias), both: round(both.model.bias), kinds: byKind.map(({ model }) => round(model.bias)) },
    },
    tables: {
      reports: { columns: 2, rows: rowsOf([words, both], leastWeight) },
      kinds: { columns: reportKinds.length, rows: rowsOf(byKind, leastOfKinds) },
    },
    vectors: { embedding: { values: both.model.dense.map((weight) => weight * denseScale) } },
  },
  {
    command: 'node eval/train/adverse-mentions/train.ts',
    data: ['eval/train/adverse-mentions', 'eval/train/users', 'eval/regression/safety', 'eval/regression/rounds'],
    features: [
      'adverse-features.ts',
      'report-features.ts',
      'symptom-reading.ts',
      'symptoms.tsv',
      'cues.tsv',
      'people.tsv',
      'word-senses.tsv',
    ].map((file) => `${signs}/${file}`),
  },
)
process.stdout.write(`from ${rows.length} sentences, ${reports.length} of them reports of a known kind\n`)
