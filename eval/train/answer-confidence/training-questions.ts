import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layQuestionRows } from '../../library/question-sets.ts'
import { type SampleQuestion, sampleQuestions } from '../../regression/chat/sample-questions.ts'
import { roundFolder } from './libraries.ts'

export interface TrainingQuestion extends SampleQuestion {
  id: string
  library: string
  /** Messages before it, oldest first. */
  earlier: string[]
  /** Headings of sections that answer it, where they are known rather than facts. */
  sections: string[]
  /** Whether an answer or passages can be right: not where it is about another medicine, or nothing of ours. */
  kind: 'answerable' | 'lacking' | 'other' | 'off'
}

const kinds: Record<string, TrainingQuestion['kind']> = { '-': 'lacking', other: 'other', off: 'off' }

function own(): TrainingQuestion[] {
  return readFileSync(join(import.meta.dirname, 'questions.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line, index) => {
      const [library = '', said = '', facts = ''] = line.split('\t')
      const messages = said.split(' >> ')
      return {
        id: `own-${index}`,
        library,
        earlier: messages.slice(0, -1),
        question: messages.at(-1) ?? '',
        sections: [],
        kind: kinds[facts] ?? 'answerable',
        facts: kinds[facts] ? [] : facts.split('&').map((fact) => fact.split('|').map((wording) => wording.trim())),
      }
    })
}

const older = (['sample-questions', 'sample-questions-round-2'] as const).flatMap((file) =>
  sampleQuestions(file).map(
    (asked, index): TrainingQuestion => ({
      ...asked,
      id: `${file}-${index}`,
      library: 'sample',
      earlier: [],
      sections: [],
      kind: asked.facts.length > 0 ? 'answerable' : 'lacking',
    }),
  ),
)

const lay = () =>
  layQuestionRows().map(
    ({ question, expect }, index): TrainingQuestion => ({
      id: `lay-${index}`,
      question,
      library: 'sample',
      earlier: [],
      facts: [],
      sections: expect.map(({ header }) => header),
      kind: 'answerable',
    }),
  )

interface RoundRow {
  id: string
  earlier?: string[]
  question: string
  facts?: string[][]
  kind: string
}

/** Questions in a round's format: those of the rounds that were scored, and those written to be learnt from. */
function ofRound(library: string): TrainingQuestion[] {
  const rowsOf = (file: string): RoundRow[] => {
    const path = join(roundFolder(library), file)
    if (!existsSync(path)) return []
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line))
  }
  const asked = ({ id, earlier = [], question, facts = [] }: RoundRow) => ({ id, library, earlier, question, facts, sections: [] })
  return [
    ...rowsOf('chat-answerable.jsonl').map((row) => ({ ...asked(row), kind: 'answerable' as const })),
    ...rowsOf('chat-unanswerable.jsonl').map((row) => ({
      ...asked(row),
      kind: row.kind === 'other-medicine' ? ('other' as const) : ('lacking' as const),
    })),
  ]
}

const roundNames = ['round-1', 'round-2', 'round-3', 'round-4', 'written', 'written-2', 'written-3', 'round-5']

/** All questions that the chat's confidence is learnt from. */
export const trainingQuestions = (): TrainingQuestion[] => [...own(), ...older, ...lay(), ...roundNames.flatMap(ofRound)]
