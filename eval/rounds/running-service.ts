import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { startService } from '../../src/service.ts'
import { CachedEmbeddings } from '../library/cached-embeddings.ts'
import { freshDatabase } from '../library/fresh-library.ts'
import { scoredModel } from '../model.ts'

const apiKey = 'round-api-key-0123456789-0123456789'
const widgetKey = 'round-widget-key-0123456789-0123456789'

// biome-ignore lint/suspicious/noExplicitAny: an answer is read by the scorer that asked for it
type Json = any

/** The real service on a database of its own; it asks over HTTP as clients do. */
export async function runningService(name: string) {
  const { database, remove } = await freshDatabase(name)
  const settings = { PORT: '0', SHUTDOWN_DELAY_MS: '0', SAMPLE_LIBRARY: 'false', SAMPLE_POLICIES: 'false', DATA_DIR: '/nonexistent' }
  const limits = { RATE_LIMIT_PER_MINUTE: '10000000', CHAT_RATE_LIMIT_PER_MINUTE: '10000000', CHAT_CASES_PER_HOUR: '1000000' }
  const config = readConfig({ ...settings, ...limits, ...scoredModel()?.settings, API_KEY: apiKey, WIDGET_API_KEY: widgetKey })
  const service = await startService(config, createLog('error'), { database, localModel: new CachedEmbeddings(2) })

  async function post(path: string, body: unknown, headers: Record<string, string> = { authorization: `Bearer ${apiKey}` }): Promise<Json> {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }

  const asVisitor = { 'x-api-key': widgetKey }
  async function graphql(query: string, variables: object = {}, path = '/graphql', headers?: Record<string, string>): Promise<Json> {
    const { data, errors } = await post(path, { query, variables }, headers)
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

  return {
    post,
    widget: (path: string, body: unknown): Promise<Json> => post(`/api/v1/widget/${path}`, body, asVisitor),
    asVisitor: (query: string, variables: object): Promise<Json> => graphql(query, variables, '/graphql', asVisitor),
    graphql,
    async stop() {
      await service.stop()
      await remove()
    },
  }
}

export type RunningService = Awaited<ReturnType<typeof runningService>>
