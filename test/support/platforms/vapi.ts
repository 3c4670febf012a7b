import { type Answer, type clientOf, until } from '../service.ts'

// A fake of Vapi: it sends what its types and documentation say. Nothing here has met Vapi itself.

type Client = Pick<ReturnType<typeof clientOf>, 'rest' | 'graphql'>

/** A connection of Vapi at the service, made as staff make it. */
export async function connectVapi({ graphql, rest }: Client) {
  const { data } = await graphql(
    `mutation { createPlatformConnection(input: { provider: vapi, name: "Vapi" }) { secret platformConnection { id address } } }`,
  )
  const { secret, platformConnection } = data.createPlatformConnection
  const path = `/v1/providers/vapi/${platformConnection.id}`
  return {
    id: platformConnection.id as number,
    address: platformConnection.address as string,
    secret: secret as string,
    path,
    /** Posts a message, or any bytes, as Vapi does with a bearer credential. */
    send: (message: unknown, headers: Record<string, string> = { authorization: `Bearer ${secret}` }): Promise<Answer> =>
      rest('POST', path, { key: null, headers, body: typeof message === 'string' ? message : { message } }),
    /** Its messages in the inbox, newest first. */
    async messages(filter: object = {}) {
      const text = `query($filter: PlatformMessageFilter) {
        platformMessages(filter: $filter, first: 200) { edges { node { id kind callId state error readAt } } } }`
      const answer = await graphql(text, { filter: { connectionId: platformConnection.id, ...filter } })
      return answer.data.platformMessages.edges.map(({ node }: { node: Answer['body'] }) => node) as Answer['body'][]
    },
    /** Waits until nothing of a call waits to be read. */
    async read(callId: string) {
      await until(async () => (await this.messages({ callId, state: 'received' })).length === 0)
    },
  }
}

/** What Vapi sends of one call. */
export function vapiCall(id: string, { number = '+15554313359', type = 'inboundPhoneCall' } = {}) {
  const start = Date.parse('2026-11-20T15:00:00.000Z')
  const envelope = { call: { id, type, customer: { number } }, customer: { number } }
  const said: { role: string; message: string; secondsFromStart: number }[] = []
  let tools = 0
  return {
    id,
    status: (status: string, fields: object = {}) => ({ type: 'status-update', status, timestamp: start, ...envelope, ...fields }),
    /** A final transcript, live. */
    say(role: 'assistant' | 'user', transcript: string) {
      const secondsFromStart = 2 + 5 * said.length
      said.push({ role: role === 'assistant' ? 'bot' : role, message: transcript, secondsFromStart })
      return { type: 'transcript', role, transcriptType: 'final', transcript, timestamp: start + secondsFromStart * 1000, ...envelope }
    },
    partial: (transcript: string) => ({
      type: 'transcript',
      role: 'user',
      transcriptType: 'partial',
      transcript,
      timestamp: start,
      ...envelope,
    }),
    /** Tool calls in one message; `shape` is how the arguments come. */
    tools: (calls: [name: string, parameters: object][], shape: 'text' | 'arguments' | 'parameters' = 'text') => ({
      type: 'tool-calls',
      timestamp: start,
      toolCallList: calls.map(([name, parameters]) => {
        const toolId = `tc_${id}_${++tools}`
        if (shape === 'text') return { id: toolId, type: 'function', function: { name, arguments: JSON.stringify(parameters) } }
        return { id: toolId, name, [shape]: parameters }
      }),
      ...envelope,
    }),
    report: (endedReason = 'customer-ended-call', fields: object = {}) => ({
      type: 'end-of-call-report',
      endedReason,
      startedAt: new Date(start).toISOString(),
      endedAt: new Date(start + 192_000).toISOString(),
      artifact: {
        messages: [{ role: 'system', message: 'You are a helpful agent.', secondsFromStart: 0 }, ...said],
        transcript: said.map(({ role, message }) => `${role === 'bot' ? 'AI' : 'User'}: ${message}`).join('\n'),
        recordingUrl: `https://recordings.example/${id}.wav`,
      },
      analysis: { summary: '', successEvaluation: 'true' },
      cost: 0.11,
      ...envelope,
      ...fields,
    }),
  }
}
