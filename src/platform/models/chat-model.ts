import type { BaseChatModel } from '@langchain/core/language_models/chat_models'

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
  load(): Promise<BaseChatModel>
}

/**
 * The chat model of this configuration: OpenAI's or a compatible server's; undefined without a key. It makes one attempt
 * of at most `modelTimeoutSeconds`: the library's own retries leave out the common 429 without `Retry-After`, so who
 * asks tries again, knowing how long the whole may take.
 */
export function createChatModel({ openAiApiKey: apiKey, openAiBaseUrl: baseURL, ...settings }: ChatSettings): ChatModel | undefined {
  if (apiKey === undefined) return undefined
  const { openAiChatModel: model, modelTimeoutSeconds } = settings
  let loaded: Promise<BaseChatModel> | undefined
  return {
    name: `openai:${model}`,
    load() {
      for (const name of tracing) delete process.env[name]
      loaded ??= import('@langchain/openai').then(
        ({ ChatOpenAI }) =>
          new ChatOpenAI({
            apiKey,
            model,
            timeout: modelTimeoutSeconds * 1000,
            maxRetries: 0, // Its log would hold what people wrote.
            configuration: { baseURL, logLevel: 'off' },
          }),
      )
      return loaded
    },
  }
}
