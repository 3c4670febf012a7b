import { withoutUnsupportedFigures } from './figure-guard.ts'
import type { AnswerSource } from './stated-claims.ts'
import { withoutUnsupportedStatements } from './statement-guard.ts'

/** What a model may say though no source does. */
const emergencyNumbers = 'Call 911. Call or text 988.'

/**
 * A model's tokens up to the first figure, dose directive, address, markup or claim that its sources do not have.
 * @throws UnsupportedText
 */
export function guardedAnswer(tokens: AsyncIterable<string>, sources: readonly AnswerSource[]): AsyncGenerator<string> {
  const allowed = sources.map(({ title, sectionHeader, content }) => `${title} ${sectionHeader} ${content}`)
  return withoutUnsupportedFigures(withoutUnsupportedStatements(tokens, sources), [...allowed, emergencyNumbers].join('\n'))
}
