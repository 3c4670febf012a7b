import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import type { Section } from '../../src/domain/documents/section.ts'
import { metadataOf } from '../../src/domain/library/metadata.ts'
import { halfOf } from '../corpora/medquad.ts'
import { haveSharedData, sharedRows } from '../corpora/shared-data.ts'
import type { Document } from './fresh-library.ts'
import { webSection } from './web-section.ts'

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

/** The pairs of one half: 0 to choose weights with, 1 to report. None where the data is not on this machine. */
function medquad(part: 0 | 1): Pair[] {
  if (!haveSharedData('medquad_dev.jsonl')) return []
  const pairs: Pair[] = sharedRows('medquad_dev.jsonl')
  return pairs.filter(({ focus }) => halfOf(focus) === part)
}

const prepared = ({ focus, answer, url }: Pair): Section =>
  webSection({ title: focus, content: answer, sectionType: 'faq', sourceUrl: url })

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

const samples = join(import.meta.dirname, '../../prisma/seed/library')

/** Questions in lay words with the sections of the sample library that answer them. */
export const layQuestionRows = (): { question: string; expect: { file: string; header: string }[] }[] =>
  readFileSync(join(import.meta.dirname, '../regression/library/lay-questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Our lay paraphrases over the sample library, with so many answers of MedQuAD beside it that are about other things. */
export async function laySet(name: string, distractors: number): Promise<QuestionSet> {
  const files = readdirSync(samples).filter((file) => /\.(html|pdf|vtt)$/.test(file))
  const documents = await Promise.all(
    files.map(async (file) => {
      const meta = join(samples, file.replace(/\.\w+$/, '.meta.json'))
      const metadata = existsSync(meta) ? metadataOf(readFileSync(meta, 'utf8')) : {}
      const { sections } = await extractDocument({ bytes: new Uint8Array(readFileSync(join(samples, file))), name: file, metadata })
      return { locator: file, sections }
    }),
  )
  const others = medquad(1).slice(0, distractors).map(prepared)
  return {
    name,
    documents: [...documents, ...(others.length > 0 ? [{ locator: 'distractors', sections: others }] : [])],
    questions: layQuestionRows().map(({ question, expect }) => ({
      question,
      answers: ({ locator, sectionHeader }) => expect.some(({ file, header }) => file === locator && header === sectionHeader),
    })),
  }
}
