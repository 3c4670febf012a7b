import { randomBytes } from 'node:crypto'
import type { CallToAnalyse } from './analysis-schema.ts'
import { clip, plain } from './note-sentences.ts'

/** Longer transcripts lose their middle: some 25,000 tokens, which models with a window of 32,000 take. */
const budget = 100_000
/** Of what is kept, this much is the beginning, where callers say what they want; the rest is the end. */
const beginning = 0.4

/**
 * The call as a model is given it: its facts, then the transcript between marks that nobody on the line could know.
 */
export function callForModel({ turns, callType, agentType, verified, functions, flaggedAdverseEvents }: CallToAnalyse): string {
  const mark = randomBytes(8).toString('hex')
  const invoked = functions.map(
    ({ name, succeeded, message }) => `- ${name}: ${succeeded ? 'done' : 'failed'}${message ? `, “${clip(plain(message), 300)}”` : ''}`,
  )
  return [
    `Call type: ${plain(callType)}`,
    `Agent type: ${plain(agentType)}`,
    `Caller verified: ${verified ? 'yes' : 'no'}`,
    `Adverse events flagged during the call: ${flaggedAdverseEvents}`,
    `Functions that the agent invoked:${invoked.length === 0 ? ' none' : ''}`,
    ...invoked,
    `<transcript ${mark}>`,
    shortened(turns.map(({ speaker, text }) => `${plain(speaker)}: ${plain(text)}`).join('\n')),
    `</transcript ${mark}>`,
  ].join('\n')
}

/** The text with its middle left out, and so marked, where it is over the budget. */
function shortened(text: string, length = budget): string {
  if (text.length <= length) return text
  const head = Math.floor(length * beginning)
  const tail = length - head
  return `${text.slice(0, head)}\n[… ${text.length - length} characters left out …]\n${text.slice(-tail)}`.toWellFormed()
}
