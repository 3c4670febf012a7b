import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runExtraction } from '../../src/domain/documents/run-extraction.ts'
import type { Section } from '../../src/domain/documents/section.ts'
import { metadataOf } from '../../src/domain/library/metadata.ts'
import type { Document } from './fresh-library.ts'

/** Questions with the items that answer them, over a library. */
export interface QuestionSet {
  name: string
  documents: Document[]
  questions: {
    question: string
    answers(item: { title: string; sectionHeader: string | null; content: string; locator: string }): boolean
  }[]
}

interface Pair {
  id: string
  focus: string
  question: string
  answer: string
  url: string
}

const medquadFile = '../shared/data/medquad_dev.jsonl'

/** The pairs, half and half by focus (disease, drug): one to choose weights with, one to report. */
function medquad(part: 0 | 1): Pair[] {
  if (!existsSync(medquadFile)) return []
  const pairs = readFileSync(medquadFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Pair)
  const halfOf = (focus: string) => [...focus].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7) % 2
  return pairs.filter(({ focus }) => halfOf(focus) === part)
}

const prepared = ({ focus, answer, url }: Pair): Section => ({
  title: focus,
  sectionHeader: null,
  content: answer,
  sectionType: 'faq',
  classifiedBy: 'given',
  sourceType: 'webpage',
  sourceUrl: url,
  page: null,
  videoId: null,
  videoDurationSeconds: null,
  timestampStart: null,
  timestampEnd: null,
  thumbnailUrl: null,
})

/** Questions of MedQuAD against its answers. */
export function medquadSet(name: string, part: 0 | 1, questionCount: number): QuestionSet {
  const pairs = medquad(part)
  const every = Math.max(1, Math.floor(pairs.length / questionCount))
  return {
    name,
    documents: [{ locator: 'medquad', sections: pairs.map(prepared) }],
    questions: pairs
      .filter((_, index) => index % every === 0)
      .map(({ question, answer }) => ({ question, answers: (item) => item.content === answer })),
  }
}

const samples = 'prisma/seed/library'

/** Our lay paraphrases over the sample library, with so many answers of MedQuAD beside it that are about other things. */
export async function laySet(name: string, distractors: number): Promise<QuestionSet> {
  const files = readdirSync(samples).filter((file) => /\.(html|pdf|vtt)$/.test(file))
  const documents = await Promise.all(
    files.map(async (file) => {
      const meta = join(samples, file.replace(/\.\w+$/, '.meta.json'))
      const metadata = existsSync(meta) ? metadataOf(readFileSync(meta, 'utf8')) : {}
      const { sections } = await runExtraction({ bytes: new Uint8Array(readFileSync(join(samples, file))), name: file, metadata })
      return { locator: file, sections }
    }),
  )
  const others = medquad(1).slice(0, distractors).map(prepared)
  const lines = readFileSync('eval/regression/library/lay-questions.jsonl', 'utf8').trim().split('\n')
  const expected = lines.map((line) => JSON.parse(line) as { question: string; expect: { file: string; header: string }[] })
  return {
    name,
    documents: [...documents, ...(others.length > 0 ? [{ locator: 'distractors', sections: others }] : [])],
    questions: expected.map(({ question, expect }) => ({
      question,
      answers: ({ locator, sectionHeader }) => expect.some(({ file, header }) => file === locator && header === sectionHeader),
    })),
  }
}
