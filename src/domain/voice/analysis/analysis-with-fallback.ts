import type { Log } from '../../../platform/log.ts'
import type { ChatModel } from '../../../platform/models/chat-model.ts'
import type { RetryLimits } from '../../../platform/models/structured-answer.ts'
import type { ReportedBenefit } from '../../payers/benefits.ts'
import { benefitsByModel } from '../payer-calls/benefits-by-model.ts'
import { isPayerCall } from '../payer-calls/payer-call-type.ts'
import { analyseByModel } from './analyse-by-model.ts'
import { callAnalysis } from './analysis-schema.ts'
import type { CallReader, CallReading, RecordedCall } from './call-reader.ts'

export type CallAnalyser = ReturnType<typeof createCallAnalyser>

interface CallAnalyserDependencies {
  /** None: calls are analysed locally and nothing leaves the machine. */
  chatModel: ChatModel | undefined
  /** None: what payers state is read locally alone. */
  payerCallModel?: ChatModel | undefined
  reader: CallReader
  log: Log
  patience?: RetryLimits
}

/** What was read of a call, by whom, and what a model read of a payer's benefits beside it (undefined where none did). */
export type AnalysedCall = CallReading & { analysedBy: string; benefitsByModel: ReportedBenefit[] | undefined }

const usualLimits: RetryLimits = { timeoutMs: 60_000, retryDelayMs: 1_000 }

/**
 * Analyses finished calls. The local analyser always runs: it is the answer without a model and after one has failed, and
 * a model's answer is held against it (`verify-analysis`). `analysedBy` is `local` or `openai:<model>`. Of a payer call a model's
 * reading of the benefits stands beside the local one (`quoted-benefits`). A model never makes it throw; only `signal` ends it early.
 */
export function createCallAnalyser({ chatModel, payerCallModel, reader, log, patience = usualLimits }: CallAnalyserDependencies) {
  /** Undefined where there is no model, or where it failed. */
  async function asked<Answer>(
    model: ChatModel | undefined,
    ask: (model: ChatModel) => Promise<Answer>,
    failed: string,
    signal?: AbortSignal,
  ) {
    try {
      return model && (await ask(model))
    } catch (error) {
      signal?.throwIfAborted()
      log.warn({ model: model?.name, error }, failed)
      return undefined
    }
  }

  return {
    async analyse(call: RecordedCall, signal?: AbortSignal): Promise<AnalysedCall> {
      const { analysis: local, ...read } = await reader.read(call)
      const unsaid = local.callOutcome === 'no_conversation'
      const isAsked = !unsaid && (chatModel !== undefined || (payerCallModel !== undefined && isPayerCall(call)))
      const given = isAsked ? reader.forModel(call) : Promise.resolve('')
      const [analysis, benefits] = await Promise.all([
        asked(
          unsaid ? undefined : chatModel,
          async (model) => {
            const text = await given
            const answer = await analyseByModel(await model.load(), text, patience, signal)
            return callAnalysis.parse(await reader.verified(answer, local, call))
          },
          'the model did not analyse the call; the local analysis stands',
          signal,
        ),
        asked(
          unsaid || !isPayerCall(call) ? undefined : payerCallModel,
          async (model) => {
            const text = await given
            return reader.quoted(await benefitsByModel(await model.load(), text, patience, signal), call)
          },
          'the model did not read the payer call; the local reading stands',
          signal,
        ),
      ])
      const by = analysis && chatModel ? { analysis, analysedBy: chatModel.name } : { analysis: local, analysedBy: 'local' }
      return { ...read, ...by, benefitsByModel: benefits }
    },
  }
}
