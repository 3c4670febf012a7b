import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { detected, type Result } from '../measured.ts'
import { pageFiles } from '../train/toward-answers/pairs.ts'

interface Label {
  /** What it tells of, in the words of `eval/train/users`; '' for nothing, `?` where nobody can say. */
  tells: string
  /** What only a prescriber may decide that it asks for; '' for nothing. */
  asks: string
}

const dangers: ReadonlySet<string> = new Set(['medical', 'overdose', 'self_harm'])
const nothing: Label = { tells: '', asks: '' }

const ofLabels = join(import.meta.dirname, '../train/toward-answers/questions')
const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')

/** The questions that turn the search toward its answers, as drug-safety nurses would read them: the readers have learnt none of them. */
function labelledQuestions(): { text: string; label: Label }[] {
  const labels = new Map(
    linesOf(join(import.meta.dirname, 'asked-of-pages.tsv'))
      .slice(1)
      .map((line) => {
        const [text = '', tells = '', asks = ''] = line.split('\t')
        return [text, { tells, asks }] as const
      }),
  )
  const questions = [
    ...pageFiles().flatMap(({ pages }) => pages.flatMap(({ questions }) => questions)),
    ...readdirSync(ofLabels).flatMap((file) =>
      linesOf(join(ofLabels, file))
        .filter((line) => !line.startsWith('#'))
        .map((line) => line.split('\t')[2] ?? ''),
    ),
  ]
  return [...new Set(questions)].map((text) => ({ text, label: labels.get(text) ?? nothing }))
}

/** What is told in questions, what is in danger, and what a prescriber decides. */
export function measure(): Result[] {
  const rows = labelledQuestions().map(({ text, label }) => ({ label, got: assessMessage(text, []) }))
  const sure = rows.filter(({ label }) => label.tells !== '?')
  return [
    detected(
      'reports in questions to pages',
      'held out',
      sure
        .filter(({ label }) => !dangers.has(label.tells))
        .map(({ label, got }) => ({ is: label.tells !== '', found: got.adverseEvent !== null })),
    ),
    detected(
      'dangers in questions to pages, by their text or line',
      'held out',
      sure.map(({ label, got }) => ({ is: dangers.has(label.tells), found: got.emergency !== null || got.possibleEmergency })),
    ),
    detected(
      'requests for advice among questions to pages',
      'held out',
      rows.map(({ label, got }) => ({ is: label.asks !== '', found: got.declined !== null })),
    ),
  ]
}
