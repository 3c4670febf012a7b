import { type Components, type JsonSchema, refTo, resolved, withoutNull } from './json-schema.ts'
import { headerComponents, headerParameters, headerParametersOf, headersOf } from './openapi-headers.ts'
import { problemResponses, problemSchema, problemsOf, rateHeaders } from './openapi-problems.ts'
import { eventSchemas, replySchema } from './response-schema.ts'
import type { RouteEntry } from './route-entry.ts'

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

/** The groups of routes, by the tag that each declares. */
const tags = [
  { name: 'Patients', description: 'Records of people in care programs, their medications and the verification of their benefits' },
  { name: 'Voice', description: 'Calls of the voice agents, and what is said in them' },
  { name: 'Webhooks', description: 'What the telephony provider calls, during a call and after it' },
  { name: 'Widget', description: 'Search, suggestions, chat and browsing of the content library' },
]

/** The OpenAPI 3.1 description of every declared route. Component names are stable: clients are generated from them. */
export function openApi(entries: readonly RouteEntry[], version: string) {
  const schemas: Components = { Problem: problemSchema }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const entry of entries) {
    const path = entry.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [entry.method]: operation(entry, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Care Outreach',
      version,
      description:
        'REST interface of the patient-engagement service. The same records and more are in GraphQL at /graphql. A schema of a request holds for what is sent: the service takes blanks off and folds case before it applies the stricter rule that the description tells.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Care Outreach' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags,
    paths,
    components: {
      securitySchemes,
      headers: headerComponents,
      parameters: headerParameters,
      responses: problemResponses(headersOf),
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    },
  }
}

/** Adds components. Two of one name must be the same: a name stands for one shape. */
function add(schemas: Components, more: Components): void {
  for (const [name, schema] of Object.entries(more)) {
    if (schemas[name] && JSON.stringify(schemas[name]) !== JSON.stringify(schema)) throw new Error(`Two schemas are called ${name}.`)
    schemas[name] = schema
  }
}

/** A schema as a component of this name, unless it is one already. */
function named(schemas: Components, name: string, schema: JsonSchema): JsonSchema {
  if (schema.$ref) return schema
  add(schemas, { [name]: schema })
  return refTo(name)
}

function operation(entry: RouteEntry, schemas: Components) {
  const { tag, keyHeader, signed, operationId, row } = entry
  return {
    operationId,
    summary: row.summary,
    tags: [tag],
    security: [{ [keyHeader]: [] }, ...(signed ? [{ 'webhook-signature': [] }] : [])],
    parameters: [...parametersIn('path', row.path?.schema), ...parametersIn('query', row.query?.schema), ...headerParametersOf(entry)],
    ...requestBody(entry, schemas),
    responses: {
      [row.status ?? 200]: success(entry, schemas),
      ...(row.entityTag && entry.method === 'get'
        ? { 304: { description: 'The client has this state of the record', headers: headersOf([...rateHeaders, 'ETag']) } }
        : {}),
      ...problemsOf(entry),
    },
  }
}

function requestBody({ operationId, row }: RouteEntry, schemas: Components) {
  if (!row.body) return {}
  const { schema, components } = row.body
  add(schemas, components ?? {})
  const content = { 'application/json': { schema: named(schemas, `${operationId}Request`, schema) } }
  return { requestBody: { required: schema.required !== undefined, content } }
}

function parametersIn(place: 'path' | 'query', schema: JsonSchema | undefined) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = withoutNull(property)
    const required = place === 'path' || (schema?.required ?? []).includes(name)
    return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: rest }
  })
}

function success(entry: RouteEntry, schemas: Components) {
  const { row, events, signed } = entry
  if (events) {
    return {
      description: 'Server-sent events, each with JSON as its data',
      headers: headersOf([...rateHeaders, 'X-Accel-Buffering']),
      content: { 'text/event-stream': eventStream(entry, schemas) },
    }
  }
  const replayed = row.idempotent === 'whole' || signed ? (['Idempotency-Replayed'] as const) : []
  const tagged = row.entityTag ? (['ETag'] as const) : []
  return {
    description: 'Success',
    headers: headersOf([...rateHeaders, ...replayed, ...tagged]),
    content: { 'application/json': { schema: reply(entry, schemas) } },
  }
}

/** What a route answers; where it may run several documents, one of their answers. */
function reply({ operationId, row, operations }: RouteEntry, schemas: Components): JsonSchema | undefined {
  const answers = operations.flatMap((prepared) => {
    const described = replySchema(prepared, row)
    // What only keeps a refused request answers with the refusal.
    if (!described) return []
    add(schemas, described.components)
    return [named(schemas, `${prepared.operation.name?.value}Response`, described.reply)]
  })
  if (answers.length <= 1) return answers[0]
  return named(schemas, `${operationId}Response`, { oneOf: answers })
}

/** OpenAPI 3.1 has no words for the events of a stream: their data stand in an extension, by the events' names. */
function eventStream({ row, operations, events: names = {} }: RouteEntry, schemas: Components) {
  const described = operations.map((prepared) => eventSchemas(prepared, row.reply))
  for (const { components } of described) add(schemas, components)
  const data = described.flatMap(({ events }) => Object.entries(events).map(([type, schema]) => [names[type], resolved(schema, schemas)]))
  return { schema: { type: 'string' }, 'x-events': Object.fromEntries(data) }
}
