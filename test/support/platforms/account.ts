import { type Answer, type clientOf, nodes, until } from '../service.ts'

export type Client = Pick<ReturnType<typeof clientOf>, 'url' | 'rest' | 'graphql'>

/** An account of a platform at the service, made as staff make it. `secret` is the one that the platform made, where it makes it. */
export async function connectAccount({ url, rest, graphql }: Client, provider: string, secret?: string) {
  const { data, errors } = await graphql(
    `mutation($input: CreatePlatformConnectionInput!) { createPlatformConnection(input: $input) { secret platformConnection { id address } } }`,
    { input: { provider, name: provider, ...(secret === undefined ? {} : { secret }) } },
  )
  if (errors) throw new Error(JSON.stringify(errors))
  const made = data.createPlatformConnection
  const id: number = made.platformConnection.id
  const path = `/v1/providers/${provider}/${id}`

  /** Its messages in the inbox, newest first. */
  async function messages(filter: object = {}): Promise<Answer['body'][]> {
    const text = `query($filter: PlatformMessageFilter) {
      platformMessages(filter: $filter, first: 200) { edges { node { id kind callId state error readAt } } } }`
    return nodes((await graphql(text, { filter: { connectionId: id, ...filter } })).data.platformMessages)
  }

  return {
    id,
    address: made.platformConnection.address as string,
    path,
    /** What staff are shown: the bearer token, or null. */
    token: made.secret as string | null,
    secret: secret ?? (made.secret as string),
    /** As the platform has the address, which some sign. */
    addressOf: (more = '') => `${url()}${path}${more}`,
    post: (body: string | Uint8Array, headers: Record<string, string>, more = ''): Promise<Answer> =>
      rest('POST', `${path}${more}`, { key: null, headers, body }),
    messages,
    /** Waits until nothing of a call waits to be read. */
    read: (callId: string) => until(async () => (await messages({ callId, state: 'received' })).length === 0),
  }
}

export type Account = Awaited<ReturnType<typeof connectAccount>>

/** A word in a call, and how many seconds after its start. */
export interface Said {
  role: 'agent' | 'user'
  text: string
  seconds: number
}

/** How a call goes. */
export interface Script {
  id: string
  /** The person on the phone. */
  number: string
  said: readonly Said[]
  /** The carrier's id of the call, where the platform tells it. */
  carrierId?: string
}

/** When calls of fakes begin. */
export const startMs = Date.parse('2026-11-20T15:00:00.000Z')
/** How long they take. */
export const callSeconds = 192

/** A platform as the service meets it, written after its vendor's types and documentation: none of it was tried against the vendor. */
export interface Fake {
  provider: string
  /** The secret that the platform makes; none where the service makes it. */
  secret?: string
  /** Whether what is said comes while the call runs. */
  isLive: boolean
  /** What the platform sends of a whole inbound call, in order. */
  messagesOf(script: Script): object[]
  /** Posts a message as the platform does, with headers of its own. */
  send(account: Account, message: unknown, now?: number): Promise<Answer>
  /** Invokes a function; undefined where the platform has none. */
  invoke?(account: Account, callId: string, name: string, parameters: object): Promise<Answer>
  /** The same message, changed so that it says nothing that can be read. */
  withoutCall(message: object): object
}
