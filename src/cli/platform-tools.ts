import { serviceUrl } from './client.ts'

/** A JSON Schema, as far as the service describes functions by one. */
interface Schema {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
}

/** When an agent invokes each function. What it takes is told by the service. */
const purposes: Record<string, string> = {
  patient_lookup: 'Verifies who is calling, before anything about a patient is said. Ask for all details first.',
  verify_benefits: 'Tells the coverage of the verified patient. Where it is still running, ask again after a moment.',
  check_pa_requirements: "Tells what the verified patient's payer asks before it pays for a medicine.",
  flag_adverse_event:
    'Reports a side effect, a worsening or any harm, whoever tells of it and whether or not they are verified. Use it at once.',
  request_callback: 'Asks staff to call back.',
  send_follow_up_email: 'Sends the verified patient an email about what was discussed.',
}

interface ServiceFunction {
  name: string
  description: string
  parameters: Schema
}

/** What the service says that it accepts (`/openapi.json`). */
async function serviceFunctions(): Promise<ServiceFunction[]> {
  const response = await fetch(new URL('/openapi.json', serviceUrl()))
  const { components } = (await response.json()) as { components: { schemas: Record<string, Schema> } }
  return Object.entries(components.schemas).flatMap(([title, { properties }]) => {
    const name = properties?.function_name?.enum?.[0]
    const parameters = components.schemas[title.replace(/Invocation$/, 'Parameters')]
    return typeof name === 'string' && parameters ? [{ name, description: purposes[name] ?? name, parameters: plain(parameters) }] : []
  })
}

const vapi = (address: string, functions: readonly ServiceFunction[]) => ({
  server: { url: address },
  serverMessages: ['tool-calls', 'end-of-call-report', 'status-update', 'transcript[transcriptType="final"]'],
  tools: functions.map((one) => ({ type: 'function', function: one, server: { url: address } })),
})

const retell = (address: string, functions: readonly ServiceFunction[]) => ({
  webhook_url: address,
  webhook_events: ['call_started', 'transcript_updated', 'call_ended', 'call_analyzed'],
  general_tools: functions.map((one) => ({
    type: 'custom',
    ...one,
    url: address,
    method: 'POST',
    args_at_root: false,
    timeout_ms: 20_000,
    speak_during_execution: true,
    speak_after_execution: true,
  })),
})

const authorization = 'Bearer <the secret that was shown when the connection was made>'

/** The conversation is bound to the platform's variable, so that a model cannot name another. */
const elevenlabs = (address: string, functions: readonly ServiceFunction[]) => ({
  post_call_webhook: { url: address, events: ['post_call_transcription', 'call_initiation_failure'] },
  conversation_initiation_client_data_webhook: { url: `${address}/initiation`, request_headers: { Authorization: authorization } },
  tools: functions.map(({ name, description, parameters: { properties, required = [] } }) => ({
    type: 'webhook',
    name,
    description,
    response_timeout_secs: 20,
    api_schema: {
      url: `${address}/functions/${name}`,
      method: 'POST',
      request_headers: { Authorization: authorization },
      request_body_schema: {
        type: 'object',
        required: ['conversation_id', ...required],
        properties: { conversation_id: { type: 'string', dynamic_variable: 'system__conversation_id' }, ...properties },
      },
    },
  })),
})

const bland = (address: string, functions: readonly ServiceFunction[]) => ({
  webhook: address,
  tools: functions.map(({ name, description, parameters }) => ({
    name,
    description,
    url: `${address}/functions/${name}`,
    method: 'POST',
    headers: { Authorization: authorization },
    input_schema: parameters,
    body: {
      call_id: '{{call_id}}',
      ...Object.fromEntries(Object.keys(parameters.properties ?? {}).map((parameter) => [parameter, `{{input.${parameter}}}`])),
    },
    timeout: 20_000,
  })),
})

const twilio = (address: string) => ({
  statusCallback: address,
  statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
  recordingStatusCallback: address,
  transcription: { statusCallbackUrl: address, track: 'both_tracks', partialResults: false },
})

const byProvider: Record<string, (address: string, functions: readonly ServiceFunction[]) => object> = {
  vapi,
  retell,
  elevenlabs,
  bland,
  twilio,
}

/** What to paste into a platform: the address, the kinds of messages, and definitions of the functions. */
export async function pasted({ provider, address }: { provider: string; address: string }): Promise<object> {
  return byProvider[provider]?.(address, await serviceFunctions()) ?? {}
}

/** Platforms' schemas have neither choices nor several types: of those the first stands, and of a value in any form its text. */
function plain({ anyOf, type, description, enum: values, items, properties, required }: Schema): Schema {
  const [first] = anyOf ?? []
  if (first) return plain(description === undefined ? first : { ...first, description })
  return {
    type: [type ?? 'string'].flat().find((one) => one !== 'null') ?? 'string',
    ...(description === undefined ? {} : { description }),
    ...(values ? { enum: values } : {}),
    ...(items ? { items: plain(items) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, plain(property)])) }
      : {}),
    ...(required ? { required } : {}),
  }
}
