import { type Answer, type clientOf, nodes, until, widgetKey } from './service.ts'

type Client = Pick<ReturnType<typeof clientOf>, 'rest' | 'graphql'>

/** A prepared item, as a line of a JSONL source has it. */
export interface Item {
  title: string
  content: string
  section_header?: string
  section_type?: 'dosing' | 'side_effects' | 'patient_support' | 'storage' | 'faq'
  source_type?: 'webpage' | 'pdf' | 'video'
  source_url?: string
  video_id?: string
  video_duration_seconds?: number
  timestamp_start?: number
  timestamp_end?: number
  thumbnail_url?: string
}

export interface Source {
  id: number
  locator: string
  state: 'queued' | 'ready' | 'failed'
  error: string | null
  itemCount: number
  format: string | null
  title: string | null
  url: string | null
  skipped: { place: string; reason: string }[]
}

const sourceFields = 'id locator state error itemCount format title url skipped { place reason }'

/** The widget's requests, with its key in its header. */
export function widgetOf({ rest }: Client, headers: Record<string, string> = {}) {
  const withKey = { key: null, headers: { 'x-api-key': widgetKey, ...headers } }
  return {
    search: (body: unknown): Promise<Answer> => rest('POST', '/api/v1/widget/search', { ...withKey, body }),
    suggestions: (query: string): Promise<Answer> => rest('GET', `/api/v1/widget/suggestions${query}`, withKey),
    content: (place: string): Promise<Answer> => rest('GET', `/api/v1/widget/content${place}`, withKey),
  }
}

/** Asks `addSource`, also for what it refuses; a body over 1 MiB has its own address. */
export async function addSourceAnswer({ rest }: Client, input: object, key?: string) {
  const query = 'mutation($input: AddSourceInput!) { addSource(input: $input) { source { id } } }'
  const body = JSON.stringify({ query, variables: { input } })
  return (await rest('POST', body.length < 1_000_000 ? '/graphql' : '/graphql/upload', { ...(key === undefined ? {} : { key }), body }))
    .body
}

async function addSource(client: Client, input: object): Promise<number> {
  const { data, errors } = await addSourceAnswer(client, input)
  if (errors) throw new Error(JSON.stringify(errors))
  return data.addSource.source.id
}

/** @returns the id of the source, which a job is going to read */
export function addFile(client: Client, name: string, content: string | Uint8Array, metadata: object = {}): Promise<number> {
  return addSource(client, { from: { file: { name, content: Buffer.from(content).toString('base64') } }, ...metadata })
}

export const addAddress = (client: Client, address: string, metadata: object = {}) => addSource(client, { from: { address }, ...metadata })

export const jsonl = (items: readonly Item[]) => items.map((item) => JSON.stringify(item)).join('\n')

export function addItems(client: Client, items: readonly Item[], name = 'items.jsonl'): Promise<number> {
  return addFile(client, name, jsonl(items))
}

export async function sourcesOf({ graphql }: Client): Promise<Source[]> {
  return nodes((await graphql(`{ contentSources(first: 1000) { edges { node { ${sourceFields} } } } }`)).data.contentSources)
}

/** A source once it is read. */
export function sourceRead(client: Client, id: number): Promise<Source> {
  return until(async () => (await sourcesOf(client)).find((source) => source.id === id && source.state !== 'queued'))
}

export const refresh = async ({ graphql }: Client, id: number) =>
  (await graphql('mutation($id: Int!) { refreshSource(input: { id: $id }) { source { id state } } }', { id })) as {
    data?: object
    errors?: { extensions: { code: string } }[]
  }

export const remove = async ({ graphql }: Client, id: number) =>
  graphql('mutation($id: Int!) { removeSource(input: { id: $id }) { source { id } } }', { id })

export interface Status {
  itemCount: number
  queuedSources: number
  pendingItems: number
  model: string | null
  configuredModel: string
}

export async function statusOf({ graphql }: Client): Promise<Status> {
  return (await graphql('{ libraryStatus { itemCount queuedSources pendingItems model configuredModel } }')).data.libraryStatus
}

/** Waits until every source is read and every item can be found by meaning, too. */
export async function searchable(client: Client): Promise<Status> {
  let status: Status | undefined
  const complete = until(async () => {
    status = await statusOf(client)
    const { itemCount, queuedSources, pendingItems, model, configuredModel } = status
    return queuedSources === 0 && pendingItems === 0 && (itemCount === 0 || model === configuredModel) && status
  })
  return complete.catch((error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(status)}`)
  })
}

/** Every item of the library as the widget lists it, in its order. */
export async function allItems(client: Client, filter = ''): Promise<{ id: string; title: string; content: string; source_url: string }[]> {
  const items = []
  for (let page = 1; ; page++) {
    const { body } = await widgetOf(client).content(`?per_page=100&page=${page}${filter}`)
    items.push(...body.items)
    if (!body.has_more) return items
  }
}

/** A further key with these scopes, as GraphQL spells them. */
export async function keyWith({ graphql }: Client, ...scopes: string[]): Promise<string> {
  const { data } = await graphql(`mutation { createApiKey(input: { name: "test", scopes: [${scopes.join(' ')}] }) { key } }`)
  return data.createApiKey.key
}
