import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/platform/failure.ts'
import type { RouteEntry } from '../../src/rest/route-entry.ts'
import { declaredDocument, declaredRoutes, followed, validatorOf } from '../support/openapi-document.ts'

// docs/contract.md, OpenAPI: what the service accepts, the published schemas accept.

const document = declaredDocument()
const problemsWith = validatorOf(document)
const routes = declaredRoutes()
const pathOf = (entry: RouteEntry) => entry.path.replace(/:(\w+)/g, '{$1}')

/** Values that each name takes, as a careful client writes them. */
const samples: Record<string, unknown[]> = {
  first_name: ['José', 'Ada'],
  last_name: ['O’Neill'],
  date_of_birth: ['1980-02-29'],
  dob: ['1980-02-29'],
  phone: ['+15551234567'],
  phone_number: ['+15551234567', '(555) 123-4567'],
  email: ['Kim.Example@clinic.example'],
  payer_id: ['aetna', 'blue_cross-1'],
  payer_name: ['Blue Cross'],
  member_id: ['W1'],
  group_number: ['G-1'],
  address_line1: ['1 Main St'],
  city: ['Wichita'],
  state: ['KS'],
  zip_code: ['67202'],
  mrn: ['MRN-1'],
  status: ['active', 'completed'],
  medication_name: ['Humira', { brand: 'Humira' }],
  medication: ['Humira'],
  medications: [['Humira', 'Enbrel'], []],
  ndc_code: ['0074-4339-02', '00744339021'],
  is_prescribed: [true, false],
  prescribed_date: ['2026-01-05'],
  prescriber_name: ['Dr. Who'],
  prescriber_npi: ['1234567893'],
  pa_required: [true],
  pa_status: ['pending'],
  text: ['A rash'],
  speaker: ['user'],
  timestamp: ['2026-01-05T10:00:00Z', '2026-01-05T10:00', '2026-01-05T10:00:00+02:00'],
  conversation_id: ['conv-1'],
  function_name: [
    'patient_lookup',
    'verify_benefits',
    'check_pa_requirements',
    'flag_adverse_event',
    'request_callback',
    'send_follow_up_email',
  ],
  duration_seconds: [12, 0],
  audio_url: ['https://audio.example/1.wav', ''],
  transcript: ['user: Hello', ''],
  query: ['dose'],
  q: ['do', '\u0958', 'e\u0301'],
  section_types: [['dosing'], []],
  section_type: ['dosing'],
  source_type: ['pdf'],
  limit: [5, '5', '5.0'],
  skip: [0, '0'],
  page: [1, '1'],
  per_page: [10, '10'],
  search: ['Ada', ''],
  has_adverse_events: ['true', 'false'],
  satisfaction_min: ['1.5'],
  satisfaction_max: ['5'],
  message: ['How do I store it?'],
  session_token: ['abc', ''],
  page_url: ['https://clinic.example/page', ''],
  patient_id: [1, '12', -5, 'my mother', { name: 'Ada' }],
  event_description: ['A rash'],
  severity: ['mild', 'Life Threatening', 'life_threatening'],
  symptoms: [['rash'], 'rash', [1, 2]],
  preferred_time: ['tomorrow'],
  reason: ['a question'],
  subject: ['Your call'],
  topics: [['copay'], []],
}

const blanks = fc.constantFrom('', ' ', '\n', '\t ', '\u00a0', '\ufeff', ' '.repeat(300))
/** A sample as somebody else would write it: blanks around it, other case, decomposed letters, the Kelvin sign. */
const rewritten = (text: string) =>
  fc
    .tuple(
      blanks,
      fc.constantFrom(...[text, text.toUpperCase(), text.toLowerCase(), text.normalize('NFD'), text.replaceAll('K', '\u212a')]),
      blanks,
    )
    .map((parts) => parts.join(''))

const anything = fc.oneof(
  fc.constantFrom(null, '', ' ', 0, 1, true, [], {}),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.jsonValue({ maxDepth: 2 }),
)
const marked = fc
  .constantFrom('é', 'ᾂ', '각')
  .chain((letter) => fc.integer({ min: 1, max: 100 }).map((times) => letter.repeat(times).normalize('NFD')))

/** These are taken word for word. */
const exact = /^(status|pa_status|section_type|source_type|limit|skip|page|per_page|has_adverse_events|satisfaction_min|satisfaction_max)$/

const valueFor = (name: string) => {
  const sample = fc.constantFrom(...(samples[name] ?? []))
  const sent = sample.chain((value) => (typeof value === 'string' && !exact.test(name) ? rewritten(value) : fc.constant(value)))
  return fc.oneof({ weight: 30, arbitrary: sent }, { weight: 2, arbitrary: anything }, { weight: 1, arbitrary: marked })
}

/** Objects with some of these fields; the required ones are nearly always there. */
const objectOf = (names: readonly string[], required: readonly string[]): fc.Arbitrary<Record<string, unknown>> => {
  for (const name of names) expect(samples, `a sample for ${name}`).toHaveProperty(name)
  return fc.record(Object.fromEntries(names.map((name) => [name, valueFor(name)])), { requiredKeys: [...required] })
}

/** Whether the service takes it, short of what only the database knows. */
function isTaken(read: () => { refusal?: Error | undefined } | undefined): boolean {
  try {
    return read()?.refusal === undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'INVALID_INPUT') return false
    throw error
  }
}

/** Runs the property, and makes sure that it was not about nothing. */
function holds(input: fc.Arbitrary<Record<string, unknown>>, check: (sent: Record<string, unknown>) => boolean) {
  let taken = 0
  const counted = fc.property(input, (sent) => {
    if (check(sent)) taken++
  })
  fc.assert(counted, { numRuns: 500 })
  expect(taken).toBeGreaterThan(40)
}

const inputs = (body: unknown) => ({ path: {}, query: {}, body, requestKey: undefined, expectedTags: undefined })

describe('a body that the service accepts is valid by its published schema', () => {
  const withBody = routes.filter(({ row, operationId }) => row.body && operationId !== 'InvokeFunction')
  test.each(withBody.map((entry) => [entry.operationId, entry] as const))('%s', (_name, entry) => {
    const schema = followed(document, document.paths[pathOf(entry)][entry.method].requestBody.content['application/json'].schema)
    const place = ['paths', pathOf(entry), entry.method, 'requestBody', 'content', 'application/json', 'schema']
    holds(objectOf(Object.keys(schema.properties), schema.required ?? []), (sent) => {
      const body = JSON.parse(JSON.stringify(sent))
      if (!isTaken(() => entry.select(inputs(entry.row.body?.parse(body))))) return false
      expect(problemsWith(place, body)).toEqual([])
      return true
    })
  })
})

describe('parameters in the URL that the service accepts are valid by their published schemas', () => {
  const withQuery = routes.filter(({ row }) => row.query)
  test.each(withQuery.map((entry) => [entry.operationId, entry] as const))('%s', (_name, entry) => {
    const parameters: { name: string; in: string; required: boolean; schema: { type?: string } }[] =
      document.paths[pathOf(entry)][entry.method].parameters
    const query = parameters.flatMap((parameter, index) => (parameter.in === 'query' ? [{ ...parameter, index }] : []))
    const required = query.filter((parameter) => parameter.required).map(({ name }) => name)
    holds(
      objectOf(
        query.map(({ name }) => name),
        required,
      ),
      (sent) => {
        const texts = Object.fromEntries(
          Object.entries(sent).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
        )
        if (!isTaken(() => void entry.row.query?.parse(texts))) return false
        for (const { name, index, schema } of query) {
          const text = texts[name]
          if (text === undefined) continue
          const value =
            schema.type === 'integer' || schema.type === 'number'
              ? Number(text)
              : schema.type === 'boolean'
                ? /^(true|1)$/.test(text)
                : text
          expect(problemsWith(['paths', pathOf(entry), entry.method, 'parameters', index, 'schema'], value)).toEqual([])
        }
        return true
      },
    )
  })
})

describe('the function webhook', () => {
  const entry = routes.find(({ operationId }) => operationId === 'InvokeFunction') as RouteEntry
  const schema = document.components.schemas.InvokeFunctionRequest
  const mapping: Record<string, string> = schema.discriminator.mapping
  const place = ['components', 'schemas', 'InvokeFunctionRequest']
  const accepts = (sent: unknown) => isTaken(() => entry.select(inputs(entry.row.body?.parse(sent as Record<string, unknown>))))

  test('is one of the six functions, told apart by function_name', () => {
    expect(Object.keys(mapping)).toEqual(samples.function_name)
    expect(schema.oneOf.map(({ $ref }: { $ref: string }) => $ref)).toEqual(Object.values(mapping))
    for (const [name, $ref] of Object.entries(mapping))
      expect(followed(document, { $ref }).properties.function_name).toEqual({ type: 'string', enum: [name] })
  })

  test.each(Object.keys(mapping))('%s: a call that the service accepts is valid by its published schema', (name) => {
    const [object] = followed(document, { $ref: mapping[name] }).properties.parameters.anyOf
    const { properties, required } = followed(document, object)
    const parameters = objectOf(Object.keys(properties), required ?? [])
    const call = fc
      .tuple(parameters, fc.constantFrom('object', 'object', 'text'), rewritten('conv-1'))
      .map(([sent, form, conversation_id]) => ({
        conversation_id,
        function_name: name,
        parameters: form === 'text' ? JSON.stringify(sent) : JSON.parse(JSON.stringify(sent)),
      }))
    holds(call, (sent) => {
      if (!accepts(sent)) return false
      expect(problemsWith(place, sent)).toEqual([])
      return true
    })
  })

  test('a call without parameters is valid where the service accepts it, and not where it does not', () => {
    for (const name of Object.keys(mapping)) {
      for (const more of [{}, { parameters: null }]) {
        const sent = { conversation_id: 'conv', function_name: name, ...more }
        expect([name, problemsWith(place, sent).length === 0]).toEqual([name, accepts(sent)])
      }
    }
  })

  test("another function's parameters, and an unknown function, are not valid", () => {
    expect(
      problemsWith(place, { conversation_id: 'c', function_name: 'check_pa_requirements', parameters: { event_description: 'x' } }),
    ).not.toEqual([])
    expect(problemsWith(place, { conversation_id: 'c', function_name: 'other', parameters: {} })).not.toEqual([])
  })
})

test('" Aetna " for payer_id, which the service takes, is valid; "blue cross", which it refuses, is not', () => {
  const place = ['components', 'schemas', 'CreatePatientRequest', 'properties', 'payer_id']
  for (const taken of [' Aetna ', 'aetna', 'BLUE_CROSS-1\n', null]) expect(problemsWith(place, taken)).toEqual([])
  for (const refused of ['blue cross', 'é', '', '  ', 7]) expect(problemsWith(place, refused)).not.toEqual([])
})
