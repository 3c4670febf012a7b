import type { Log } from '../../../platform/log.ts'
import type { ChatModel } from '../../../platform/models/chat-model.ts'
import type { RetryLimits } from '../../../platform/models/structured-answer.ts'
import { analyseByModel } from './analyse-by-model.ts'
import { type CallAnalysis, callAnalysis } from './analysis-schema.ts'
import type { CallReader, CallReading, RecordedCall } from './call-reader.ts'

export type CallAnalyser = ReturnType<typeof createCallAnalyser>

interface CallAnalyserDependencies {
  /** None: calls are analysed locally and nothing leaves the machine. */
  chatModel: ChatModel | undefined
  reader: CallReader
  log: Log
  patience?: RetryLimits
}

const usualLimits: RetryLimits = { timeoutMs: 60_000, retryDelayMs: 1_000 }

/**
 * Analyses finished calls. The local analyser always runs: it is the answer without a model and after one has failed, and
 * a model's answer is held against it (`verify-analysis`). `analysedBy` is `local` or `openai:<model>`. A model never makes it
 * throw; only `signal` ends it early.
 */
export function createCallAnalyser({ chatModel, reader, log, patience = usualLimits }: CallAnalyserDependencies) {
  async function byModel(model: ChatModel, call: RecordedCall, local: CallAnalysis, signal?: AbortSignal) {
    try {
      const analysis = await analyseByModel(await model.load(), await reader.forModel(call), patience, signal)
      return callAnalysis.parse(await reader.verified(analysis, local, call))
    } catch (error) {
      signal?.throwIfAborted()
      log.warn({ model: model.name, error }, 'the model did not analyse the call; the local analysis stands')
      return undefined
    }
  }

  return {
    async analyse(call: RecordedCall, signal?: AbortSignal): Promise<CallReading & { analysedBy: string }> {
      const { analysis: local, ...read } = await reader.read(call)
      const nothingSaid = local.callOutcome === 'no_conversation'
      const analysis = chatModel && !nothingSaid ? await byModel(chatModel, call, local, signal) : undefined
      return chatModel && analysis ? { ...read, analysis, analysedBy: chatModel.name } : { ...read, analysis: local, analysedBy: 'local' }
    },
  }
}
