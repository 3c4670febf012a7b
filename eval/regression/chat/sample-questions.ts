import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { laySet } from '../../library/question-sets.ts'

/** A question on the sample library with the facts that its answer must hold; none: the library does not say. */
export interface SampleQuestion {
  question: string
  /** All of these; of each, one of several wordings. */
  facts: string[][]
}

/** The hand-written questions: those that were looked at while values were chosen, or those asked after. */
export function sampleQuestions(file: 'sample-questions' | 'sample-questions-round-2'): SampleQuestion[] {
  return readFileSync(join(import.meta.dirname, `${file}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [question = '', facts = ''] = line.split('\t')
      return {
        question,
        facts: facts === '-' ? [] : facts.split('&').map((fact) => fact.split(/\|(?! )/).map((wording) => wording.trim())),
      }
    })
}

export const sampleDocuments = async () => (await laySet('sample', 0)).documents
