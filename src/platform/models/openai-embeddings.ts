import { Embeddings } from '@langchain/core/embeddings'

export interface OpenAiSettings {
  apiKey: string
  baseUrl: string | undefined
  model: string
}

/** How long OpenAI may take for a search's one short text, and for a batch of chunks, in milliseconds. */
const queryTimeoutMs = 3_000
const batchTimeoutMs = 30_000

/** OpenAI's embeddings, or those of a compatible server; the library is loaded when it is first needed. */
export class OpenAiEmbeddings extends Embeddings {
  readonly #settings: OpenAiSettings
  #loaded: Promise<{ queries: Embeddings; documents: Embeddings }> | undefined

  constructor(settings: OpenAiSettings) {
    super({})
    this.#settings = settings
  }

  async embedQuery(text: string): Promise<number[]> {
    return (await this.#load()).queries.embedQuery(text)
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    return (await this.#load()).documents.embedDocuments(texts)
  }

  #load() {
    this.#loaded ??= import('@langchain/openai').then(({ OpenAIEmbeddings }) => {
      const { apiKey, baseUrl, model } = this.#settings
      const common = { apiKey, model, batchSize: 128, configuration: { baseURL: baseUrl, logLevel: 'off' as const } }
      return {
        queries: new OpenAIEmbeddings({ ...common, timeout: queryTimeoutMs, maxRetries: 0 }),
        documents: new OpenAIEmbeddings({ ...common, timeout: batchTimeoutMs, maxRetries: 2 }),
      }
    })
    return this.#loaded
  }
}
