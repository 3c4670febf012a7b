import type { Embeddings } from '@langchain/core/embeddings'
import { OpenAIEmbeddings } from '@langchain/openai'
import { LocalEmbeddings, localModelName } from './local-embeddings.ts'

/** A model that turns text into vectors, through LangChain's interface. */
export interface EmbeddingModel {
  /** Kept beside each vector: vectors of different models cannot be compared. */
  name: string
  embeddings: Embeddings
}

export interface EmbeddingSettings {
  openAiApiKey: string | undefined
  openAiBaseUrl: string | undefined
  openAiEmbeddingModel: string
  embeddingThreads: number
}

export type EmbeddingModels = ReturnType<typeof createEmbeddingModels>

/** How long OpenAI may take for a search's one short text, and for a batch of chunks, in milliseconds. */
const queryTimeoutMs = 4_000
const batchTimeoutMs = 30_000

/**
 * The embedding models of this configuration: OpenAI's (or a compatible server's) with a key, else the local one.
 * While a library is embedded anew after a switch, `named` gives the earlier model where it can still be used.
 */
export function createEmbeddingModels(settings: EmbeddingSettings) {
  let local: LocalEmbeddings | undefined
  const { openAiApiKey } = settings

  function named(name: string): EmbeddingModel | undefined {
    if (name === localModelName) {
      local ??= new LocalEmbeddings(settings.embeddingThreads)
      return { name, embeddings: local }
    }
    const [provider, model] = name.split(/:(.*)/s)
    if (provider !== 'openai' || !model || openAiApiKey === undefined) return undefined
    return { name, embeddings: openAi(settings, model) }
  }

  const configured = openAiApiKey === undefined ? localModelName : `openai:${settings.openAiEmbeddingModel}`
  return {
    /** The name of the model that the configuration asks for. */
    configured,
    named,
    close: async () => local?.close(),
  }
}

function openAi(settings: EmbeddingSettings, model: string): Embeddings {
  const options = (timeout: number) => ({
    apiKey: settings.openAiApiKey,
    model,
    timeout,
    maxRetries: 2,
    batchSize: 128,
    configuration: { baseURL: settings.openAiBaseUrl },
  })
  const batches = new OpenAIEmbeddings(options(batchTimeoutMs))
  const queries = new OpenAIEmbeddings({ ...options(queryTimeoutMs), maxRetries: 1 })
  batches.embedQuery = (text) => queries.embedQuery(text)
  return batches
}
