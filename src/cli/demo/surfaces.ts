import { createHmac, randomUUID } from 'node:crypto'
import { CommandError, graphql, keyOf, post, serviceUrl } from '../client.ts'

// The public surfaces, as those who use them do: staff, a voice platform, a page with the widget.

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: whoever asked knows the answer
  body: any
}

async function send(path: string, body: object, headers: Record<string, string>): Promise<Answer> {
  const response = await post(new URL(path, serviceUrl()), JSON.stringify(body), headers)
  return { status: response.status, body: await response.json().catch(() => ({})) }
}

function must({ status, body }: Answer, allowed: readonly number[] = [200, 201]): Answer['body'] {
  if (allowed.includes(status)) return body
  throw new CommandError(`${body.detail ?? body.title ?? `HTTP ${status}`} ${body.errors ? JSON.stringify(body.errors) : ''}`.trim())
}

const withKey = () => ({ authorization: `Bearer ${keyOf('API_KEY')}` })

/** As Standard Webhooks signs, where `VOICE_WEBHOOK_SECRET` is set; else by key. */
function webhookHeaders(body: string): Record<string, string> {
  const [secret] = (process.env.VOICE_WEBHOOK_SECRET ?? '').split(',')
  if (!secret) return withKey()
  const id = `demo-${randomUUID()}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.trim().replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

const webhook = (path: string, body: object) => send(path, body, webhookHeaders(JSON.stringify(body)))

/** The voice platform. */
export const platform = {
  /** Runs a function; one that is refused is part of a demonstration, too. */
  invoke: async (conversation_id: string, function_name: string, parameters: object) =>
    must(await webhook('/v1/voice/webhook', { conversation_id, function_name, parameters }), [200, 422, 503]),
  report: async (conversation_id: string, report: { status: string; duration_seconds: number; transcript?: string }) =>
    must(await webhook('/v1/webhooks/voice/post-call', { conversation_id, ...report })),
  say: async (callId: number, speaker: string, text: string, timestamp: Date) =>
    must(await send(`/v1/voice/${callId}/add-utterance`, { speaker, text, timestamp: timestamp.toISOString() }, withKey())),
  async register(input: {
    callId: string
    direction: string
    phoneNumber: string
    callType?: string
    agentType?: string
    patientId?: number
  }) {
    const { registerCall } = await graphql<{ registerCall: { voiceCall: { id: number } } }>(
      'mutation($input: RegisterCallInput!) { registerCall(input: $input) { voiceCall { id } } }',
      { input },
    )
    return registerCall.voiceCall.id
  },
}

/** A page with the widget. */
export const widget = {
  search: async (query: string) => must(await send('/api/v1/widget/search', { query }, { 'x-api-key': keyOf('WIDGET_API_KEY') })),
  async ask(input: { message: string; requestKey: string; pageUrl?: string; sessionToken?: string }) {
    const { sendChatMessage } = await graphql<{ sendChatMessage: { sessionToken: string; messageId: number } }>(
      'mutation($input: SendChatMessageInput!) { sendChatMessage(input: $input) { sessionToken messageId } }',
      { input },
      '/graphql',
      keyOf('WIDGET_API_KEY'),
    )
    return sendChatMessage
  },
  rate: (input: { sessionToken: string; messageId: number; helpful: boolean; comment?: string }) =>
    graphql(
      'mutation($input: RateChatAnswerInput!) { rateChatAnswer(input: $input) { messageId } }',
      { input },
      '/graphql',
      keyOf('WIDGET_API_KEY'),
    ),
}

/** Whether the service runs for real: there the key of a page may not ask what the schema is. */
export async function isProduction(): Promise<boolean> {
  const headers = { authorization: `Bearer ${keyOf('WIDGET_API_KEY')}` }
  const { body } = await send('/graphql', { query: '{ __schema { queryType { name } } }' }, headers)
  return body.data?.__schema === undefined
}
