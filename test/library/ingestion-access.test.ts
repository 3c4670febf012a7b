import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFile, addSourceAnswer, allItems, keyWith, sourceRead } from '../support/library.ts'
import { apiKey, startTestService, type TestService, widgetKey } from '../support/service.ts'

// Who may change and see the library's sources, and how large they may be.

let service: TestService
let careKey: string
beforeAll(async () => {
  service = await startTestService()
  careKey = await keyWith(service, 'care')
})
afterAll(() => service[Symbol.asyncDispose]())

const mebibyte = 1024 * 1024
const codeOf = (body: { errors?: { extensions: { code: string } }[] }) => body.errors?.[0]?.extensions.code
const input = { from: { file: { name: 'a.md', content: 'QQ==' } } }

test.each([
  'mutation { addSource(input: { from: { file: { name: "a.md", content: "QQ==" } } }) { source { id } } }',
  'mutation { refreshSource(input: { id: 1 }) { source { id } } }',
  'mutation { removeSource(input: { id: 1 }) { source { id } } }',
  '{ failedJobs { id } }',
  'mutation { retryJob(input: { id: "x" }) { jobId } }',
])('%s needs the scope admin', async (query) => {
  for (const key of [careKey, widgetKey]) expect(codeOf(await service.graphql(query, {}, { key }))).toBe('FORBIDDEN')
  expect(codeOf(await service.graphql(query, {}, { key: 'nobody' }))).toBe('UNAUTHENTICATED')
})

test.each([
  '{ contentSources { edges { node { id } } } }',
  '{ contentSource(id: 1) { id } }',
  '{ libraryStatus { itemCount } }',
  '{ unansweredQueries { edges { node { text } } } }',
])('%s is for staff, not for the widget', async (query) => {
  for (const key of [apiKey, careKey]) expect((await service.graphql(query, {}, { key })).errors).toBeUndefined()
  expect(codeOf(await service.graphql(query, {}, { key: widgetKey }))).toBe('FORBIDDEN')
})

describe('large bodies', () => {
  const query = `mutation($input: AddSourceInput!) { addSource(input: $input) { source { id } } }`
  const bodyOf = (bytes: number) =>
    JSON.stringify({ query, variables: { input: { from: { file: { name: 'a.md', content: 'A'.repeat(bytes) } } } } })
  const ask = (path: string, key: string, body: string) => service.rest('POST', path, { key, body })

  test('over 1 MiB are 413 at /graphql for every key', async () => {
    for (const key of [apiKey, careKey, widgetKey]) {
      const { status, body } = await ask('/graphql', key, bodyOf(mebibyte))
      expect([status, codeOf(body)]).toEqual([413, 'BODY_TOO_LARGE'])
    }
  })

  test('are taken at /graphql/upload from an admin', async () => {
    const { status, body } = await ask('/graphql/upload', apiKey, bodyOf(2 * mebibyte))
    expect([status, body.errors]).toEqual([200, undefined])
    expect(await sourceRead(service, body.data.addSource.source.id)).toMatchObject({ locator: 'a.md' })
  })

  test('are refused there from others: 403, and 401 without a known key', async () => {
    for (const key of [await keyWith(service, 'patients_read'), widgetKey]) {
      const { status, body } = await ask('/graphql/upload', key, bodyOf(2 * mebibyte))
      expect([status, codeOf(body)]).toEqual([403, 'FORBIDDEN'])
    }
    // Those who work on benefits bring documents of prior authorizations, and no sources.
    expect(codeOf((await ask('/graphql/upload', careKey, bodyOf(2 * mebibyte))).body)).toBe('FORBIDDEN')
    expect((await ask('/graphql/upload', 'nobody', bodyOf(10))).status).toBe(401)
  })

  test('have a limit there, too', async () => {
    const { status, body } = await ask('/graphql/upload', apiKey, bodyOf(36 * mebibyte))
    expect([status, codeOf(body)]).toEqual([413, 'BODY_TOO_LARGE'])
  })
})

test('a file of 25 MiB is read; a larger one is refused and names the field', async () => {
  const item = JSON.stringify({ title: 'At the end', content: 'Of a large file.' })
  const file = (bytes: number) => `${' '.repeat(bytes - item.length)}${item}`
  expect(await sourceRead(service, await addFile(service, 'large.jsonl', file(25 * mebibyte)))).toMatchObject({
    state: 'ready',
    itemCount: 1,
  })
  expect((await allItems(service)).map(({ title }) => title)).toContain('At the end')
  const content = Buffer.from(file(25 * mebibyte + 3)).toString('base64')
  const { errors } = await addSourceAnswer(service, { from: { file: { name: 'larger.jsonl', content } } })
  expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: ['from', 'file', 'content'] }] })
})

test.each([
  [{}],
  [{ from: {} }],
  [{ from: { file: { name: 'a.md' } } }],
  [{ from: { file: { content: 'QQ==' } } }],
  [{ from: { ...input.from, address: 'https://care.example/' } }],
  [{ from: { ...input.from, address: null } }],
])('%j is neither one address nor one file, and is refused', async (wrong) => {
  const { data, errors } = await addSourceAnswer(service, wrong)
  expect([data ?? null, errors[0].extensions.code]).toEqual([null, 'INVALID_INPUT'])
})

test.each([
  [{ from: { file: { name: 'a.md', content: 'not base64!' } } }, 'from.file.content'],
  [{ ...input, url: 'javascript:alert(1)' }, 'url'],
  [{ ...input, thumbnailUrl: 'data:image/png;base64,AA==' }, 'thumbnailUrl'],
  [{ ...input, videoDurationSeconds: -1 }, 'videoDurationSeconds'],
  [{ from: { file: { name: 'a\0.md', content: 'QQ==' } } }, 'from.file.name'],
  [{ ...input, title: 'x'.repeat(301) }, 'title'],
  [{ from: { address: 'file:///etc/passwd' } }, 'from.address'],
  [{ from: { address: 'ftp://care.example/a.html' } }, 'from.address'],
  [{ from: { address: 'data:text/html,hello' } }, 'from.address'],
  [{ from: { address: 'care.example/page' } }, 'from.address'],
  [{ from: { address: 'http://' } }, 'from.address'],
])('%j is refused and names the field', async (wrong, field) => {
  const { errors } = await addSourceAnswer(service, wrong)
  expect(errors[0].extensions.code).toBe('INVALID_INPUT')
  expect(errors[0].extensions.errors.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([field])
})
