import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { keyWith } from '../support/library.ts'
import { startTestService, type TestService } from '../support/service.ts'

// Documents of prior authorization cases: what was sent to a payer and came from it.

let service: TestService
let benefits: ReturnType<typeof benefitsOf>
let paCaseId: number
let patientId: number
const key = 'test:MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
beforeAll(async () => {
  service = await startTestService({ FIELD_ENCRYPTION_KEY: key })
  benefits = benefitsOf(service)
  ;({ id: patientId } = await benefits.voice.person())
  await benefits.settled(patientId)
  ;({ paCaseId } = await benefits.start(patientId, 'Zorbinolol'))
})
afterAll(() => service[Symbol.asyncDispose]())

const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)])
const add = async (content: Uint8Array, { name = 'chart.pdf', as }: { name?: string; as?: string } = {}) => {
  const query = `mutation($input: AddPaDocumentInput!) { addPaDocument(input: $input) { document { id name mediaType contentLength sha256 } } }`
  const input = { paCaseId, kind: 'clinical_notes', name, content: Buffer.from(content).toString('base64') }
  const body = JSON.stringify({ query, variables: { input } })
  return (await service.rest('POST', '/graphql/upload', { body, ...(as && { key: as }) })).body
}
const read = async (id: number, args = '') =>
  (await service.graphql(`query($id: Int!) { paDocument(id: $id) { content${args} } }`, { id })).data.paDocument.content
const documents = async () =>
  (await service.graphql('query($id: Int!) { paCase(id: $id) { documents { id name kind } } }', { id: paCaseId })).data.paCase.documents

test('the largest scan comes back to the byte, in pieces that an answer has room for, and lies sealed, no row of it larger than a megabyte', async () => {
  const file = pdf(10 * 1024 * 1024)
  const { data, errors } = await add(file)
  expect(errors).toBeUndefined()
  const { id } = data.addPaDocument.document
  expect(data.addPaDocument.document).toMatchObject({ name: 'chart.pdf', mediaType: 'application/pdf', contentLength: file.length })
  const pieces: string[] = []
  for (let offset = 0; offset < file.length; offset += 3 * 1024 * 1024) pieces.push(await read(id, `(offset: ${offset}, limit: 3145728)`))
  expect(Buffer.from(pieces.join(''), 'base64').equals(file)).toBe(true)
  expect(Buffer.from(await read(id, '(offset: 400000, limit: 500001)'), 'base64').equals(file.subarray(400_000, 900_001))).toBe(true)
  expect([await read(id, '(offset: 10485760)'), await read(id, '(limit: 0)'), await read(id, '(limit: -5)')]).toEqual(['', '', ''])
  const parts = await service.sql<{ content: string }>('SELECT content FROM pa_document_part WHERE document_id = $1', [id])
  expect(Math.max(...parts.map(({ content }) => content.length))).toBeLessThan(1_000_000)
  expect(parts.some(({ content }) => content.includes(file.subarray(0, 60).toString('base64')))).toBe(false)
})

test('the same file again is the document that is there; many at once are all kept', async () => {
  const files = Array.from({ length: 5 }, () => pdf(1000))
  const added = await Promise.all([...files, ...files].map((file) => add(file)))
  const ids = added.map(({ data }) => data.addPaDocument.document.id)
  expect(new Set(ids).size).toBe(5)
  expect(await Promise.all(ids.slice(0, 5).map((id) => read(id)))).toEqual(files.map((file) => file.toString('base64')))
  expect(ids.slice(0, 5)).toEqual(ids.slice(5))
})

test('what is neither PDF, image nor text is refused, whatever its name, as is nothing', async () => {
  const before = await documents()
  for (const content of [Buffer.from('MZ\x90\0\x03'), randomBytes(200), Buffer.alloc(0)]) {
    const { errors } = await add(content, { name: 'letter.pdf' })
    expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: ['content'] }] })
  }
  expect((await add(pdf(10 * 1024 * 1024 + 100))).errors[0].extensions.code).toBe('INVALID_INPUT')
  expect(await documents()).toEqual(before)
})

test('only those who work on benefits add one; a list does not give contents', async () => {
  expect((await add(pdf(500), { as: await keyWith(service, 'benefits') })).errors).toBeUndefined()
  const forbidden = await add(pdf(501), { as: await keyWith(service, 'patients_read', 'library') })
  expect(forbidden.errors[0].extensions.code).toBe('FORBIDDEN')
  const { errors } = await service.graphql('query($id: Int!) { paCase(id: $id) { documents { content } } }', { id: paCaseId })
  expect(errors[0].extensions.code).toBe('INVALID_INPUT')
})

test('who read and who removed a document stands in the audit, with the patient', async () => {
  const { data } = await add(pdf(2000), { name: 'of-another.pdf' })
  const { id } = data.addPaDocument.document
  await service.graphql('query($id: Int!) { paDocument(id: $id) { name } }', { id })
  const hold = await service.graphql(
    'mutation($id: Int!) { placeLegalHold(input: { patientId: $id, reason: "Doe v. Roe" }) { legalHold { id } } }',
    {
      id: patientId,
    },
  )
  const kept = await service.graphql('mutation($id: Int!) { removePaDocument(input: { id: $id }) { paCase { id } } }', { id })
  expect(kept.errors[0].extensions.code).toBe('CONFLICT')
  await service.graphql('mutation($id: Int!) { liftLegalHold(input: { id: $id }) { legalHold { id } } }', {
    id: hold.data.placeLegalHold.legalHold.id,
  })
  const removed = await service.graphql('mutation($id: Int!) { removePaDocument(input: { id: $id }) { paCase { documents { name } } } }', {
    id,
  })
  expect(removed.data.removePaDocument.paCase.documents.map(({ name }: { name: string }) => name)).not.toContain('of-another.pdf')
  expect(await service.sql('SELECT 1 FROM pa_document_part WHERE document_id = $1', [id])).toEqual([])
  const actions = await service.sql<{ action: string }>(
    "SELECT action FROM audit_event WHERE $1 = ANY(record_ids) AND action LIKE 'pa_document%' AND $2 = ANY(patient_ids) ORDER BY id",
    [String(id), patientId],
  )
  expect(actions.map(({ action }) => action)).toEqual(['pa_document.create', 'pa_document.read', 'pa_document.remove'])
})

test('a document that two remove at once is removed once, and the other is told that it is gone', async () => {
  const { data } = await add(pdf(500), { name: 'twice.pdf' })
  const { id } = data.addPaDocument.document
  const remove = () => service.graphql('mutation($id: Int!) { removePaDocument(input: { id: $id }) { paCase { id } } }', { id })
  const codes = (await Promise.all([remove(), remove(), remove()])).map(({ errors }) => errors?.[0]?.extensions.code)
  expect(codes.toSorted()).toEqual(['NOT_FOUND', 'NOT_FOUND', undefined])
})
