import type { Answer } from '../service.ts'
import { type Client, connectAccount, type Fake } from './account.ts'

// A fake of Vapi: it sends what its types and documentation say. Nothing here has met Vapi itself.

/** A connection of Vapi at the service, made as staff make it. */
export async function connectVapi(client: Client) {
  const account = await connectAccount(client, 'vapi')
  return {
    ...account,
    /** Posts a message, or any bytes, as Vapi does with a bearer credential. */
    send: (message: unknown, headers: Record<string, string> = { authorization: `Bearer ${account.secret}` }): Promise<Answer> =>
      account.post(typeof message === 'string' ? message : JSON.stringify({ message }), headers),
  }
}

/** What Vapi sends of one call. */
export function vapiCall(id: string, { number = '+15554313359', type = 'inboundPhoneCall', carrierId = `CA${id}` } = {}) {
  const start = Date.parse('2026-11-20T15:00:00.000Z')
  const envelope = { call: { id, type, phoneCallProviderId: carrierId, customer: { number } }, customer: { number } }
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

/** Vapi as every other platform; what is its own is above. */
export const vapi: Fake = {
  provider: 'vapi',
  isLive: true,

  messagesOf({ id, number, said, carrierId }) {
    const call = vapiCall(id, { number, ...(carrierId && { carrierId }) })
    const live = said.map(({ role, text }) => call.say(role === 'agent' ? 'assistant' : 'user', text))
    const messages = [call.status('in-progress'), ...live, call.status('ended', { endedReason: 'customer-ended-call' }), call.report()]
    return messages.map((message) => ({ message }))
  },

  send: (account, message) =>
    account.post(typeof message === 'string' ? message : JSON.stringify(message), { authorization: `Bearer ${account.secret}` }),

  async invoke(account, callId, name, parameters) {
    const message = vapiCall(callId).tools([[name, parameters]])
    const answer = await this.send(account, { message })
    const [{ result, error }] = answer.body.results
    return { ...answer, body: result === undefined ? { error } : JSON.parse(result) }
  },

  withoutCall: () => ({ message: { type: 'end-of-call-report' } }),
}
