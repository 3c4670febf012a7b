import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A message for the person at the terminal; no stack. */
export class CommandError extends Error {}

/** The first key of `API_KEY` or `WIDGET_API_KEY`, or the one that a development start keeps in `DATA_DIR`. */
export function keyOf(name: 'API_KEY' | 'WIDGET_API_KEY'): string {
  const [configured] = (process.env[name] ?? '').split(',')
  if (configured) return configured.trim()
  const file = join(process.env.DATA_DIR || '.data', 'keys.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>)[name] : undefined
  if (kept !== undefined) return kept
  const what = name === 'API_KEY' ? 'a key with the scope admin, or the one that the command needs' : 'a key with the scope widget'
  throw new CommandError(`Set ${name} to ${what}, or DATA_DIR to the folder in which the service keeps the keys of its first start.`)
}

/** Where the service is (`CARE_URL`). */
export function serviceUrl(): string {
  const url = process.env.CARE_URL ?? 'http://127.0.0.1:3000'
  if (!URL.canParse(url)) throw new CommandError(`CARE_URL must be a URL such as http://127.0.0.1:3000, not ${url}.`)
  return url
}

/** Whether anything answers at `CARE_URL`. */
export const isServed = (): Promise<boolean> =>
  fetch(new URL('/health', serviceUrl()), { signal: AbortSignal.timeout(3_000) }).then(
    () => true,
    () => false,
  )

/**
 * Asks the running service (`CARE_URL`).
 * @param path `/graphql/upload` for a document that brings a file
 * @param key whose document it is
 * @throws CommandError with what the service said
 */
export async function graphql<Data>(query: string, variables: object = {}, path = '/graphql', key = keyOf('API_KEY')): Promise<Data> {
  const headers = { authorization: `Bearer ${key}` }
  // A mutation whose answer is lost may have been done: a secret that is rotated twice is lost to whoever has the first. A file that is added
  // again replaces itself.
  const tries = /^\s*mutation\b/.test(query) && path === '/graphql' ? 0 : 3
  const response = await post(new URL(path, serviceUrl()), JSON.stringify({ query, variables }), headers, tries)
  const answer: unknown = await response.json().catch(() => ({}))
  const { data, errors } = answer as { data?: Data; errors?: { message: string; extensions?: { errors?: object[] } }[] }
  if (errors?.[0] || !data) {
    const detail = errors?.[0]?.extensions?.errors
    throw new CommandError(`${errors?.[0]?.message ?? `HTTP ${response.status}`}${detail ? ` ${JSON.stringify(detail)}` : ''}`)
  }
  return data
}

/** A page of a list, as the service gives it. */
export interface Page<Node> {
  edges: { node: Node }[]
}

export const nodes = <Node>({ edges }: Page<Node>): Node[] => edges.map(({ node }) => node)

interface Connection<Node> {
  edges: { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** All records of a list that comes by pages. @param fields of each record @param filter a value of the list's filter type */
export async function all<Node>(list: string, filterType: string, fields: string, filter: object = {}): Promise<Node[]> {
  const query = `query($filter: ${filterType}, $after: String) {
    list: ${list}(filter: $filter, first: 100, after: $after) { edges { node { ${fields} } } pageInfo { hasNextPage endCursor } }
  }`
  const records: Node[] = []
  for (let after: string | null = null; ; ) {
    const { list: page }: { list: Connection<Node> } = await graphql(query, { filter, after })
    records.push(...page.edges.map(({ node }) => node))
    if (!page.pageInfo.hasNextPage) return records
    after = page.pageInfo.endCursor
  }
}

/** A connection that breaks is tried again so many times. @throws CommandError */
export async function post(url: URL, body: string, headers: Record<string, string>, triesLeft = 3): Promise<Response> {
  try {
    return await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
  } catch (error) {
    const { code = '' } = (error as { cause?: { code?: string } }).cause ?? {}
    if (!['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)) {
      throw new CommandError(`There is no service at ${url.origin}. Start it, or set CARE_URL.`)
    }
    if (triesLeft === 0)
      throw new CommandError(
        `The connection to ${url.origin} broke (${code}): what was asked for may have been done. Look before you repeat it.`,
      )
    await setTimeout(500)
    return post(url, body, headers, triesLeft - 1)
  }
}

/** @throws CommandError unless it is a whole number as the service gives them. */
export function idOf(text: string, what: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CommandError(`${text} is not the number of a ${what}.`)
  return Number(text)
}
