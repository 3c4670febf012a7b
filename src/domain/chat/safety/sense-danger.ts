import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sentencesOf } from '../../voice/insights/sentences.ts'
import { messageWords } from './message-words.ts'

/** Logistic regression over the 512 numbers of the local embedding, made by `bench/chat-safety/train.ts`. */
const { bias, weights }: { bias: number; weights: number[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'danger-weights.json'), 'utf8'),
)

/** Chosen on tables that the weights had not learnt from (docs/safety.md): at most 3 in 100 ordinary prompts reach it. */
export const dangerThreshold = 0.7

/** Parts of a message that are embedded besides the whole. */
const mostParts = 6
/** An answer waits no longer for the sense. */
const patienceMs = 500
/** Messages whose vectors are awaited; one that comes beyond them is not sensed, so that a crowd makes no queue. */
const mostWaiting = 8

/**
 * What is embedded of a message: the whole, and its sentences, because one sentence of danger is lost among others; of a
 * long message neighbouring sentences together, so that all of it is read. Lower case: shouting changes no meaning.
 */
export function partsOf(message: string): string[] {
  const text = messageWords(message).text.toLowerCase()
  const sentences = sentencesOf(text).filter(({ words }) => words.length > 0)
  const together = Math.ceil(sentences.length / mostParts)
  const groups = Array.from({ length: Math.min(mostParts, sentences.length) }, (_, index) =>
    sentences
      .slice(index * together, (index + 1) * together)
      .map((sentence) => sentence.text)
      .join(' '),
  )
  return [...new Set([text.trim(), ...groups])].filter((part) => part !== '')
}

/** How likely a text with this vector tells of danger, 0 to 1. */
export function dangerIn(vector: readonly number[]): number {
  const sum = vector.reduce((total, value, index) => total + value * (weights[index] ?? 0), bias)
  return 1 / (1 + Math.exp(-sum))
}
