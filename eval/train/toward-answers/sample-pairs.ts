import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chunkTexts } from '../../../src/domain/documents/chunks.ts'
import { layQuestionRows } from '../../library/question-sets.ts'
import { sampleDocuments } from '../../regression/chat/sample-questions.ts'
import type { Pairs } from './pairs.ts'

const rounds = ['train/answer-confidence/written-2', 'train/answer-confidence/written-3', 'regression/rounds/round-5']

interface Row {
  question: string
  document: string
  section: string
  earlier?: string[]
  language?: string
}

/** Questions of the sample library that stand by themselves, with the section that answers each. */
export async function samplePairs(): Promise<Pairs> {
  const documents = await sampleDocuments()
  const sections = documents.flatMap(({ locator, sections }) => sections.map((section) => ({ document: locator, section })))
  const passages = sections.map(({ document, section }) => ({ document, chunks: chunkTexts(section) }))
  const passageOf = (file: string, heading: string) =>
    sections.findIndex(({ document, section }) => document === file && section.sectionHeader === heading)
  const asked = rounds
    .flatMap((round) =>
      readFileSync(join(import.meta.dirname, '../..', round, 'chat-answerable.jsonl'), 'utf8')
        .trim()
        .split('\n'),
    )
    .map((line): Row => JSON.parse(line))
    .filter(({ earlier = [], language }) => earlier.length === 0 && language !== 'es')
  const pairs = [
    ...asked.map(({ question, document, section }) => ({ question, passage: passageOf(document, section) })),
    ...layQuestionRows().map(({ question, expect: [first] }) => ({ question, passage: passageOf(first?.file ?? '', first?.header ?? '') })),
  ]
  return { passages, pairs: pairs.filter(({ passage }) => passage >= 0) }
}
