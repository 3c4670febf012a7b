import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { keptDocuments } from '../../src/web/kept-documents.ts'
import { operations } from '../../src/web/widget/operations.ts'
import { type Answer, startTestService, type TestService, widgetKey } from '../support/service.ts'

// docs/contract.md, Trusted documents: what a page's key may send.

let service: TestService
beforeAll(async () => {
  service = await startTestService({ WIDGET_DOCUMENTS: 'registered' })
})
afterAll(() => service[Symbol.asyncDispose]())

const ask = (query: string, variables: object = {}, key = widgetKey): Promise<Answer> =>
  service.rest('POST', '/graphql', { key, body: { query, variables } })
const code = ({ body }: Answer) => body.errors?.[0]?.extensions.code as string | undefined

test('the widget’s own documents run: a session, its suggestions, a search, a message', async () => {
  const session = await ask(operations.session)
  expect(session.body.data.session.sessionToken).toEqual(expect.any(String))
  expect((await ask(operations.suggestions, { q: 'how' })).body.data.found).toBeDefined()
  expect((await ask(operations.search, { query: 'storage' })).body.data.found).toBeDefined()
  const told = await service.rest('POST', '/graphql', {
    key: widgetKey,
    headers: { accept: 'text/event-stream' },
    body: { query: operations.chat, variables: { message: 'I cannot breathe' } },
  })
  expect(told.body).toMatch(/911/)
})

test('another document of a page’s key is refused, whatever names it; a staff key runs any', async () => {
  const query = '{ suggestions { suggestions } }'
  const refused = await ask(query)
  expect([refused.status, code(refused)]).toEqual([403, 'FORBIDDEN'])
  const byGet = await service.rest('GET', `/graphql?query=${encodeURIComponent(query)}`, {
    key: widgetKey,
    headers: { 'x-graphql-yoga-csrf': '1' },
  })
  expect(byGet.status).toBe(403)
  const streamed = await service.rest('POST', '/graphql/stream', {
    key: widgetKey,
    body: { query },
    headers: { accept: 'text/event-stream' },
  })
  expect(JSON.stringify(streamed.body)).toContain('FORBIDDEN')
  const { data } = await service.graphql('mutation { createApiKey(input: { name: "k", scopes: [care] }) { key } }')
  expect(code(await ask('{ caller { id } }', {}, data.createApiKey.key))).toBeUndefined()
})

test('what a visitor says in a document that may not run is read: the answer gives 911, and a case is kept', async () => {
  const query = 'mutation($m: String!) { mine: sendChatMessage(input: { message: $m }) { answer } }'
  const refused = await ask(query, { m: 'I cannot breathe after my injection of Zed' })
  expect([refused.status, code(refused)]).toEqual([403, 'FORBIDDEN'])
  expect(refused.body.errors[0].extensions.safetyMessage).toMatch(/911/)
  const { data } = await service.graphql('{ adverseEvents { edges { node { eventDescription } } } }')
  expect(JSON.stringify(data)).toContain('injection of Zed')
})

test('a document that an administrator registers runs', async () => {
  const text = 'query Mine { suggestions(q: "how") { suggestions } }'
  const registered = await service.graphql(
    'mutation($input: RegisterDocumentsInput!) { registerDocuments(input: $input) { documents { id } } }',
    { input: { documents: [{ name: 'Mine', text }] } },
  )
  expect(registered.errors).toBeUndefined()
  expect((await ask(text)).body.data.suggestions).toBeDefined()
})

test('in production pages’ keys run registered documents only unless the operator allows any; elsewhere they run any', () => {
  const production = { NODE_ENV: 'production', API_KEY: 'k'.repeat(32), WIDGET_API_KEY: 'w'.repeat(32) }
  expect(readConfig(production).widgetDocumentsOnly).toBe(true)
  expect(readConfig({ ...production, WIDGET_DOCUMENTS: 'any' }).widgetDocumentsOnly).toBe(false)
  expect(readConfig({}).widgetDocumentsOnly).toBe(false)
})

test('npm run generate keeps the documents of this widget, with those of the last two that asked otherwise', () => {
  for (const text of Object.values(operations)) expect(keptDocuments()).toContain(text)
})
