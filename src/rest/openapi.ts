import type { PreparedOperation } from '../graphql/execute.ts'
import { problems } from '../http/problem.ts'
import { type JsonSchema, withoutNull } from './input.ts'
import { dataSchema, eventSchemas } from './response-schema.ts'
import type { EventNames, RouteEntry } from './route-entry.ts'

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'API_KEY: patients and voice' },
  'x-api-key': { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'WIDGET_API_KEY: the content widget' },
  'webhook-signature': {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: 'Standard Webhooks: `webhook-id`, `webhook-timestamp`, and this over the raw body with VOICE_WEBHOOK_SECRET',
  },
}

const problemSchema: JsonSchema = {
  type: 'object',
  description: 'RFC 9457 problem details',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: Object.keys(problems) },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      description: 'With INVALID_INPUT and CONFLICT: which field, and what is wrong with it',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } }, required: ['path', 'message'] },
    },
  },
}

/** The OpenAPI 3.1 description of every declared route. */
export function openApi(entries: readonly RouteEntry[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const entry of entries) {
    const path = entry.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [entry.method]: operation(entry) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Care Outreach',
      version,
      description: 'REST interface of the patient-engagement service. The same records and more are in GraphQL at /graphql.',
    },
    paths,
    components: { securitySchemes, schemas: { Problem: problemSchema } },
  }
}

function operation({ tag, keyHeader, signed, operationId, row, operations, events }: RouteEntry) {
  const parameters = [
    ...parametersIn('path', row.path?.schema),
    ...parametersIn('query', row.query?.schema),
    ...(row.idempotent ? [idempotencyKey] : []),
  ]
  return {
    operationId,
    summary: row.summary,
    tags: [tag],
    security: [{ [keyHeader]: [] }, ...(signed ? [{ 'webhook-signature': [] }] : [])],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(row.body
      ? { requestBody: { required: row.body.schema.required !== undefined, content: { 'application/json': { schema: row.body.schema } } } }
      : {}),
    responses: {
      [row.status ?? 200]: events
        ? {
            description: 'Server-sent events, each with JSON as its data',
            content: { 'text/event-stream': eventStream(row, operations, events) },
          }
        : { description: 'Success', content: { 'application/json': { schema: replySchema(row, operations) } } },
      default: { description: 'A problem', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repetition with the same key and body within 24 hours gets the first answer again',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function parametersIn(place: 'path' | 'query', schema: JsonSchema | undefined) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    return { name, in: place, required: place === 'path' || (schema?.required ?? []).includes(name), schema: withoutNull(property) }
  })
}

function replySchema(row: RouteEntry['row'], operations: readonly PreparedOperation[]): JsonSchema | undefined {
  const schemas = operations.flatMap((prepared) => {
    const schema = dataSchema(prepared).properties?.[row.reply]
    const payload = schema && withoutNull(schema)
    const reply = row.record === undefined ? payload : payload?.properties?.[row.record]
    // What only keeps a refused request answers with the refusal.
    if (!reply?.properties) return []
    return [row.nullAbsentFields ? { ...reply, required: Object.keys(reply.properties) } : reply]
  })
  return schemas.length > 1 ? { anyOf: schemas } : schemas[0]
}

/** OpenAPI 3.1 has no words for the events of a stream: their data stand in an extension, by the events' names. */
function eventStream(row: RouteEntry['row'], operations: readonly PreparedOperation[], names: EventNames) {
  const schemas = operations.flatMap((prepared) => Object.entries(eventSchemas(prepared, row.reply)))
  return {
    schema: { type: 'string' },
    'x-events': Object.fromEntries(schemas.map(([type, schema]) => [names[type], schema])),
  }
}
