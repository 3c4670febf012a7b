import type { Embeddings } from '@langchain/core/embeddings'
import type { Asker } from '../thread-pool.ts'
import { LocalEmbeddings, localModelName } from './local-embeddings.ts'
import { OpenAiEmbeddings } from './openai-embeddings.ts'

/** LangChain's interface; a query may say who asks. */
export type AskedEmbeddings = Embeddings & { embedQuery(text: string, asker?: Asker): Promise<number[]> }

/** A model that turns text into vectors, through LangChain's interface. */
export interface EmbeddingModel {
  /** Kept beside each vector: vectors of different models cannot be compared. */
  name: string
  embeddings: AskedEmbeddings
}

export interface EmbeddingSettings {
  openAiApiKey: string | undefined
  openAiBaseUrl: string | undefined
  openAiEmbeddingModel: string
  embeddingThreads: number
}

/** The local model: what goes before all queries, and what ends its threads. */
export type LocalModel = AskedEmbeddings & Pick<LocalEmbeddings, 'embedFirst' | 'close'>

export type EmbeddingModels = Omit<AllModels, 'local'>
export type AllModels = ReturnType<typeof createEmbeddingModels>

/** The `OPENAI_EMBEDDING_MODEL` of those whose server only chats. */
const keepLocal = 'local'

/**
 * The embedding models of this configuration: OpenAI's (or a compatible server's) with a key, else the local one.
 * While a library is embedded anew after a switch, `named` gives the earlier model where it can still be used.
 * @param local the local model, where several services of one process share it
 */
export function createEmbeddingModels(
  { openAiApiKey: apiKey, openAiBaseUrl: baseUrl, ...settings }: EmbeddingSettings,
  local: LocalModel = new LocalEmbeddings(settings.embeddingThreads),
) {
  const made = new Map<string, AskedEmbeddings>()

  function embeddingsNamed(name: string): AskedEmbeddings | undefined {
    if (name === localModelName) return local
    const [, model] = /^openai:(.+)$/.exec(name) ?? []
    return model !== undefined && apiKey !== undefined ? new OpenAiEmbeddings({ apiKey, baseUrl, model }) : undefined
  }

  return {
    /** The name of the model that the configuration asks for. */
    configured:
      apiKey === undefined || settings.openAiEmbeddingModel === keepLocal ? localModelName : `openai:${settings.openAiEmbeddingModel}`,
    named(name: string): EmbeddingModel | undefined {
      const embeddings = made.get(name) ?? embeddingsNamed(name)
      if (embeddings) made.set(name, embeddings)
      return embeddings && { name, embeddings }
    },
    local,
    close: () => local.close(),
  }
}
