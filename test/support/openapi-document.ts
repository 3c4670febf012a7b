import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApi } from '../../src/rest/openapi.ts'
import { patientRoutes } from '../../src/rest/patients.ts'
import { createRoutes } from '../../src/rest/route.ts'
import type { RouteEntry } from '../../src/rest/route-entry.ts'
import { voiceRoutes, voiceWebhooks } from '../../src/rest/voice.ts'
import { widgetRoutes } from '../../src/rest/widget.ts'

/** Every declared route, without a service to run it. */
export function declaredRoutes(): RouteEntry[] {
  const group = (options: Parameters<typeof createRoutes>[1]) => createRoutes({} as Parameters<typeof createRoutes>[0], options)
  const patients = group({ base: '/v1', tag: 'Patients', keyHeader: 'bearer' })
  patientRoutes(patients.table)
  const voice = group({ base: '/v1', tag: 'Voice', keyHeader: 'bearer' })
  voiceRoutes(voice.table)
  const webhooks = group({ base: '/v1', tag: 'Webhooks', keyHeader: 'bearer', signingSecrets: [] })
  voiceWebhooks(webhooks.table)
  const widget = group({ base: '/api/v1', tag: 'Widget', keyHeader: 'x-api-key', widgetOnly: true })
  widgetRoutes(widget.table)
  return [...patients.entries, ...voice.entries, ...webhooks.entries, ...widget.entries]
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON document that the tests walk
export type Document = any

export const declaredDocument = (): Document => JSON.parse(JSON.stringify(openApi(declaredRoutes(), 'test')))

/** What follows a reference to a component, if it is one. */
export function followed(document: Document, value: Document): Document {
  if (value?.$ref === undefined) return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((at: Document, part: string) => at[part], document)
}

const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isObject = inner.type === 'object' && typeof inner.properties === 'object' && !('oneOf' in inner)
  return isObject ? { ...inner, additionalProperties: false } : inner
}

/**
 * Validates values against schemas of a document, as a strict client does: formats are asserted.
 * @param exact further fields than the described ones are refused, too
 */
export function validatorOf(document: Document, { exact = false } = {}) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'https://test.example/openapi.json', ...((exact ? closed(document) : document) as object) })
  const compiled = new Map<string, ValidateFunction>()
  /** What is wrong with a value, by the place of its schema in the document: `['components', 'schemas', 'Patient']`. */
  return (place: readonly (string | number)[], value: unknown): string[] => {
    const pointer = place.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    let validate = compiled.get(pointer)
    validate ??= ajv.compile({ $ref: `https://test.example/openapi.json#/${pointer}` })
    compiled.set(pointer, validate)
    return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
