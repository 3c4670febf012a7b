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

/** What the rounds asked the chat: questions, none of them a danger. */
export const roundQuestions = (): string[] =>
  readdirSync(folder).flatMap((round) =>
    ['chat-answerable', 'chat-unanswerable']
      .map((name) => join(folder, round, `${name}.jsonl`))
      .filter((file) => existsSync(file))
      .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
      .map((line) => (JSON.parse(line) as { question: string }).question),
  )
