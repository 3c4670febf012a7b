import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layQuestionRows } from '../../library/question-sets.ts'
import { type SampleQuestion, sampleQuestions } from '../../regression/chat/sample-questions.ts'

export interface TrainingQuestion extends SampleQuestion {
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
    .map((line) => {
      const [library = '', said = '', facts = ''] = line.split('\t')
      const messages = said.split(' >> ')
      return {
        library,
        earlier: messages.slice(0, -1),
        question: messages.at(-1) ?? '',
        sections: [],
        kind: kinds[facts] ?? 'answerable',
        facts: kinds[facts] ? [] : facts.split('&').map((fact) => fact.split('|').map((wording) => wording.trim())),
      }
    })
}

const older = (['sample-questions', 'sample-questions-round-2'] as const)
  .flatMap(sampleQuestions)
  .map(
    (asked): TrainingQuestion => ({
      ...asked,
      library: 'sample',
      earlier: [],
      sections: [],
      kind: asked.facts.length > 0 ? 'answerable' : 'lacking',
    }),
  )

const lay = () =>
  layQuestionRows().map(
    ({ question, expect }): TrainingQuestion => ({
      library: 'sample',
      earlier: [],
      question,
      facts: [],
      sections: expect.map(({ header }) => header),
      kind: 'answerable',
    }),
  )

/** All questions that the chat's confidence is learnt from. */
export const trainingQuestions = (): TrainingQuestion[] => [...own(), ...older, ...lay()]
