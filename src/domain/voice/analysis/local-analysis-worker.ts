import { parentPort } from 'node:worker_threads'
import { analyseByRules } from './analyse-by-rules.ts'
import type { CallAnalysis, CallToAnalyse } from './analysis-schema.ts'
import { utteranceReaders } from './utterance-readers.ts'

/** What the service asks of the thread, and gives it when asked for vectors. */
export type ToWorker = { id: number; call: CallToAnalyse } | { embedId: number; vectors: number[][] | undefined }

/** What the thread answers, and asks the service for: the embedding model lives elsewhere. */
export type FromWorker = { id: number; analysis: CallAnalysis } | { id: number; failed: string } | { embedId: number; texts: string[] }

const say = (message: FromWorker) => parentPort?.postMessage(message)

const waiting = new Map<number, (vectors: number[][] | undefined) => void>()
let asked = 0

async function embed(texts: string[]): Promise<number[][]> {
  const embedId = asked++
  const vectors = await new Promise<number[][] | undefined>((resolve) => {
    waiting.set(embedId, resolve)
    say({ embedId, texts })
  })
  if (!vectors) throw new Error('no vectors')
  return vectors
}

const insights = utteranceReaders(embed)

parentPort?.on('message', async (message: ToWorker) => {
  if ('embedId' in message) {
    waiting.get(message.embedId)?.(message.vectors)
    waiting.delete(message.embedId)
    return
  }
  try {
    say({ id: message.id, analysis: await analyseByRules(message.call, insights) })
  } catch (error) {
    say({ id: message.id, failed: error instanceof Error ? error.name : 'Error' })
  }
})
