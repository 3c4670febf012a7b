import { adverseMentions } from '../../src/domain/safety/signs/adverse-mentions.ts'
import { adverseThreshold, scoreReading } from '../../src/domain/safety/signs/adverse-score.ts'
import { read } from '../../src/domain/safety/signs/symptom-reading.ts'
import { sentencesOf } from '../../src/language/sentences.ts'
import { adeCorpus, isHeldOut, type Labelled, phoneTable, psytar, talks } from '../corpora/sentences.ts'
import { haveSharedData } from '../corpora/shared-data.ts'
import { CachedEmbeddings } from '../library/cached-embeddings.ts'
import { detected, type Kind, missing, type Result } from '../measured.ts'

/** Reports of adverse events in calls, by words and the local embedding, and what fires in talks that are about other things. */
export async function measure(): Promise<Result[]> {
  const embeddings = new CachedEmbeddings(1)
  const embed = (texts: string[]) => embeddings.embedDocuments(texts)

  async function sentences(set: string, kind: Kind, rows: readonly Labelled[]): Promise<Result> {
    const said = rows.map(({ text }) => sentencesOf(text).filter(({ words }) => words.length > 0))
    const vectors = await embed(said.flat().map(({ text }) => text))
    let next = 0
    const scores = said.map((own) => Math.max(0, ...own.map((sentence) => scoreReading(read(sentence), vectors[next++]))))
    return detected(
      set,
      kind,
      rows.map(({ adverse }, index) => ({ is: adverse, found: (scores[index] ?? 0) >= adverseThreshold })),
    )
  }

  async function inTalks(set: string): Promise<Result> {
    const ofSet = talks().filter((talk) => talk.set === set)
    const counts: number[] = []
    for (const { turns } of ofSet) counts.push((await adverseMentions(turns, { embed })).length)
    const flags = counts.reduce((sum, count) => sum + count, 0)
    const figures = `${(flags / ofSet.length).toFixed(2)} flags a talk, ${counts.filter((count) => count > 0).length} talks flagged`
    return { set: `${set}: talks of doctors and patients`, kind: 'held out', count: ofSet.length, figures }
  }

  const [patients, abstracts] = ['PsyTAR, held-out reviews', 'ADE Corpus, held-out abstracts']
  const results = [await sentences('sentences of callers', 'regression', phoneTable())]
  const others: Result[] = [missing(patients, 'held out'), missing(abstracts, 'held out')]
  if (haveSharedData('psytar_dev.jsonl')) others[0] = await sentences(patients, 'held out', psytar().filter(isHeldOut))
  if (haveSharedData('ade_corpus_dev.jsonl')) others[1] = await sentences(abstracts, 'held out', adeCorpus().filter(isHeldOut))
  if (haveSharedData('conversations')) for (const set of ['primock57', 'aci_bench']) others.push(await inTalks(set))
  await embeddings.close()
  return [...results, ...others]
}
