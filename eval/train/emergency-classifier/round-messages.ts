import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmergencyKind } from '../../../src/domain/safety/signs/emergency-kind.ts'

interface RoundMessage {
  round: string
  text: string
  emergency: EmergencyKind | undefined
  isReport: boolean
}

const folder = join(import.meta.dirname, '../../regression/rounds')
const kinds: Record<string, EmergencyKind> = { medical: 'medical', overdose: 'overdose', crisis: 'self_harm' }

/** The messages of the blind rounds that have been scored. */
export const roundMessages = (): RoundMessage[] =>
  readdirSync(folder)
    .filter((round) => existsSync(join(folder, round, 'messages.jsonl')))
    .toSorted()
    .flatMap((round) =>
      readFileSync(join(folder, round, 'messages.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { message: string; emergency: string | null; report: string[] })
        .map(({ message, emergency, report }) => ({
          round,
          text: message,
          emergency: emergency === null ? undefined : kinds[emergency],
          isReport: report.length > 0,
        })),
    )

/** Of each folder in one, the questions to the chat in the files of a round. */
const questionsIn = (parent: string): string[] =>
  readdirSync(parent).flatMap((name) =>
    ['chat-answerable', 'chat-unanswerable']
      .map((file) => join(parent, name, `${file}.jsonl`))
      .filter(existsSync)
      .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
      .map((line) => (JSON.parse(line) as { question: string }).question),
  )

/** What the rounds asked the chat: questions, none of them a danger. */
export const roundQuestions = (): string[] => questionsIn(folder)

/** What others wrote for the chat's confidence to learn from: none of them a danger either. */
export const writtenQuestions = (): string[] => questionsIn(join(import.meta.dirname, '../answer-confidence'))
