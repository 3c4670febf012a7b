import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import type { LLMResult } from '@langchain/core/outputs'
import type { ModelBudget, ModelUsage } from './model-budget.ts'

export interface ChatSettings {
  openAiApiKey: string | undefined
  openAiBaseUrl: string | undefined
  openAiChatModel: string
  modelTimeoutSeconds: number
}

/** LangChain sends all that passes through it to LangSmith where one of these is set: what callers say must not leave that way. */
const tracing = ['LANGSMITH_TRACING', 'LANGSMITH_TRACING_V2', 'LANGCHAIN_TRACING', 'LANGCHAIN_TRACING_V2']

/** A language model, through LangChain's interface; the library is loaded when it is first needed. */
export interface ChatModel {
  /** As it is kept beside what it made: `openai:<model>`. */
  name: string
  /** To be called for each use. @throws BudgetSpent where the tokens of the day are used up */
  load(): Promise<BaseChatModel>
}

/**
 * The chat model of this configuration: OpenAI's or a compatible server's; undefined without a key. It makes one attempt
 * of at most `modelTimeoutSeconds`: the library's own retries leave out the common 429 without `Retry-After`, so who
 * asks tries again, knowing how long the whole may take.
 */
export function createChatModel(
  { openAiApiKey: apiKey, openAiBaseUrl: baseURL, ...settings }: ChatSettings,
  budget?: ModelBudget,
): ChatModel | undefined {
  if (apiKey === undefined) return undefined
  const { openAiChatModel: model, modelTimeoutSeconds } = settings
  let loaded: Promise<BaseChatModel> | undefined
  return {
    name: `openai:${model}`,
    async load() {
      await budget?.mustAllow()
      for (const name of tracing) delete process.env[name]
      loaded ??= import('@langchain/openai').then(
        ({ ChatOpenAI }) =>
          new ChatOpenAI({
            apiKey,
            model,
            timeout: modelTimeoutSeconds * 1000,
            maxRetries: 0, // Its log would hold what people wrote.
            configuration: { baseURL, logLevel: 'off' },
            callbacks: [...(budget ? [counting(budget)] : [])],
          }),
      )
      return loaded
    },
  }
}

/** What anybody's questions may take of the day's tokens: the rest is for whatever looks for danger. */
const usualShare = 0.8

/** The model for a use that may take most of the day's tokens, and not all. */
export const sparing = (model: ChatModel, budget: ModelBudget): ChatModel => ({
  name: model.name,
  async load() {
    await budget.mustAllow(usualShare)
    return model.load()
  },
})

/** Letters of English in a token, about. */
const lettersOfToken = 4

/** Counts what each answer took; of one that was broken off or failed about what was asked. */
function counting(budget: ModelBudget) {
  const asked = new Map<string, number>()
  return {
    handleChatModelStart(_model: unknown, messages: BaseMessage[][], run: string) {
      const letters = messages.flat().reduce((sum, { text }) => sum + text.length, 0)
      asked.set(run, Math.ceil(letters / lettersOfToken))
    },
    handleLLMEnd(answer: LLMResult, run: string) {
      asked.delete(run)
      budget.took(usageOf(answer))
    },
    handleLLMError(_error: unknown, run: string) {
      budget.took({ input: asked.get(run) ?? 0, output: 0 })
      asked.delete(run)
    },
  }
}

/** Nothing where a server does not say it. */
function usageOf({ generations }: LLMResult): ModelUsage {
  const message = (generations[0]?.[0] as { message?: AIMessage } | undefined)?.message
  const { input_tokens: input = 0, output_tokens: output = 0 } = message?.usage_metadata ?? {}
  return { input, output }
}
