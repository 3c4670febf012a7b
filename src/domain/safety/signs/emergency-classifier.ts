import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentencesOf } from '../../../language/sentences.ts'
import { createSlots } from '../../../platform/slots.ts'
import { within } from '../../../platform/within.ts'
import { safetyMessage } from './safety-message.ts'

/** What it makes of the local embedding's 512 numbers: a few units of tanh, and a logistic sum over them. */
export interface ClassifierWeights {
  bias: number
  units: { out: number; bias: number; weights: number[] }[]
}

/**
 * From this on a message is answered with the line that names 911 and 988: chosen on tables that the weights had not learnt
 * from, for at most 3 of 100 ordinary prompts (docs/safety.md).
 */
export const emergencyThreshold = 0.8

/** Made by `eval/train/emergency-classifier/train.ts`, which the file tells its sources. */
const learnt: ClassifierWeights = JSON.parse(readFileSync(join(import.meta.dirname, 'emergency-classifier.json'), 'utf8'))

/** Parts of a message that are embedded besides the whole, each in some 14 ms. */
const mostParts = 6
/** An answer waits no longer for the sense. */
const patienceMs = 500
/** Messages sensed at once, in all and of one visitor: what comes after half a second comes too late, so a crowd makes no queue. */
const atOnce = { most: 64, share: 8 }

/** Why a message was not sensed: too many at once, too slow, or the model failed. */
export type SkipReason = 'crowded' | 'late' | 'failed'

interface Asker {
  owner: string
  /** Aborts when nobody waits for the vectors any more. */
  signal: AbortSignal
}

/**
 * What is embedded of a message: the whole, and its sentences, as a sentence of danger is lost among others; of a long message
 * neighbouring sentences together, so that all of it is read. In lower case, which is not what tells danger.
 */
export function partsOf(message: string): string[] {
  const text = safetyMessage(message).text.toLowerCase()
  const sentences = sentencesOf(text).filter(({ words }) => words.length > 0)
  const together = Math.ceil(sentences.length / mostParts)
  const parts = Array.from({ length: mostParts }, (_, index) =>
    sentences
      .slice(index * together, (index + 1) * together)
      .map((sentence) => sentence.text)
      .join(' '),
  )
  return [...new Set([text.trim(), ...parts])].filter((part) => part !== '')
}

/** How much a text with this vector sounds of danger, 0 to 1. */
export function emergencyScore(vector: readonly number[], { bias, units }: ClassifierWeights = learnt): number {
  const sum = units.reduce(
    (total, unit) =>
      total + unit.out * Math.tanh(unit.weights.reduce((inner, weight, at) => inner + weight * (vector[at] ?? 0), unit.bias)),
    bias,
  )
  return 1 / (1 + Math.exp(-sum))
}

/**
 * A second look at messages in which the rules find no emergency: whether one sounds like danger all the same. It hears more
 * wordings than lists know, and is wrong more often than they are: enough for a line before an answer, not for another answer.
 * Never rejects: what fails or takes longer than half a second is a no.
 * @param embed vectors of the local model, the only one whose numbers the weights are for
 * @param onSkipped is told of each message that was not sensed
 * @returns asks about a message; `owner` tells one visitor from another, so that none makes another's message wait
 */
export function createEmergencyClassifier(
  embed: (texts: string[], asker: Asker) => Promise<number[][]>,
  onSkipped: (reason: SkipReason) => void = () => {},
): (message: string, owner?: string) => Promise<boolean> {
  const sensing = createSlots(atOnce)

  const skip = (reason: SkipReason): false => {
    onSkipped(reason)
    return false
  }

  return async (message, owner = '') => {
    const release = sensing.take(owner)
    if (!release) return skip('crowded')
    const waiting = new AbortController()
    try {
      const vectors = within(patienceMs, embed(partsOf(message), { owner, signal: waiting.signal }))
      return (await vectors).some((vector) => emergencyScore(vector) >= emergencyThreshold)
    } catch (error) {
      return skip(error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'failed')
    } finally {
      waiting.abort()
      release()
    }
  }
}
