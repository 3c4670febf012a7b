import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai.ts'
import { addItems, searchable, sourceRead, statusOf, widgetOf } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { freshDatabase, startTestService, type TestService, until } from '../support/service.ts'

// Switching the embedding model: searches use the old vectors until the new ones are complete and replace them.

const local = 'local:universal-sentence-encoder-lite'
const openAi = 'openai:text-embedding-3-small'

let fake: FakeOpenAi
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeEach(async () => {
  fake = await startFakeOpenAi()
  database = await freshDatabase()
})
afterEach(async () => {
  await database.drop()
  await fake[Symbol.asyncDispose]()
})

/** What is stored once the old model's vectors are gone: they are deleted after the switch. */
const storedInTheEnd = (service: TestService) =>
  until(async () => {
    const models = await stored(service)
    return models.length === 1 && models
  })

/** A service on the shared database, with this model. */
const start = (model: Record<string, string>) => startTestService({ ...database.env, ...model })

async function filledWith(model: Record<string, string>) {
  await using service = await start(model)
  await addItems(service, libraryItems)
  await searchable(service)
}

const query = 'store Emgality in the refrigerator'
const first = async (service: TestService, asked = query) => (await widgetOf(service).search({ query: asked })).body.results[0]?.title
const searches = async (service: TestService, method: string) =>
  Number(new RegExp(`library_searches_total\\{method="${method}"\\} (\\d+)`).exec((await service.rest('GET', '/metrics')).body)?.[1] ?? 0)
const stored = (service: TestService) =>
  service.sql(
    `SELECT name, state::text, vector_dims(embedding::vector) AS dimensions, count(DISTINCT item_key)::int AS items
     FROM embedding_model JOIN content_vector ON model_id = embedding_model.id GROUP BY 1, 2, 3`,
  )

test('from the local model to OpenAI: no search is without vectors', async () => {
  await filledWith({})
  fake.holding = 'documents'
  await using service = await start(fake.env)
  await until(() => fake.waiting() > 0)
  expect(await statusOf(service)).toMatchObject({ model: local, configuredModel: openAi, pendingItems: libraryItems.length })
  expect((await service.rest('GET', '/ready')).status).toBe(200)
  expect(await first(service)).toBe('Emgality storage')
  expect([await searches(service, 'hybrid'), await searches(service, 'words')]).toEqual([1, 0])
  expect(fake.asked.flat()).not.toContainEqual(expect.stringContaining(query))

  fake.release()
  expect(await searchable(service)).toMatchObject({ model: openAi, itemCount: libraryItems.length })
  expect(await first(service)).toBe('Emgality storage')
  // What labels call its everyday words follows.
  expect(fake.asked.flat()).toContainEqual(expect.stringContaining(query))
  expect([await searches(service, 'hybrid'), await searches(service, 'words')]).toEqual([2, 0])
  expect(await storedInTheEnd(service)).toEqual([{ name: openAi, state: 'serving', dimensions: 256, items: libraryItems.length }])
})

test('from OpenAI to the local model, which cannot use the old vectors: searches go on, and nothing leaves the machine', async () => {
  await filledWith(fake.env)
  const asked = fake.asked.length
  await using service = await start({})
  expect(await first(service)).toBe('Emgality storage')
  expect(await searchable(service)).toMatchObject({ model: local })
  expect(await first(service)).toBe('Emgality storage')
  expect(await storedInTheEnd(service)).toEqual([{ name: local, state: 'serving', dimensions: 512, items: libraryItems.length }])
  expect(fake.asked).toHaveLength(asked)
})

test('OPENAI_EMBEDDING_MODEL=local keeps the search on the local model beside a server that only chats', async () => {
  await using service = await start({ ...fake.env, OPENAI_EMBEDDING_MODEL: 'local' })
  await addItems(service, libraryItems)
  expect(await searchable(service)).toMatchObject({ model: local, configuredModel: local })
  expect(await first(service)).toBe('Emgality storage')
  expect(fake.asked).toEqual([])
})

test('from one OpenAI model to another with the same key: the old one answers meanwhile', async () => {
  await filledWith(fake.env)
  fake.holding = 'documents'
  await using service = await start({ ...fake.env, OPENAI_EMBEDDING_MODEL: 'text-embedding-3-large' })
  await until(() => fake.waiting() > 0)
  expect(await statusOf(service)).toMatchObject({ model: openAi, configuredModel: 'openai:text-embedding-3-large' })
  expect(await first(service)).toBe('Emgality storage')
  expect(await searches(service, 'hybrid')).toBe(1)
  fake.release()
  expect(await searchable(service)).toMatchObject({ model: 'openai:text-embedding-3-large' })
  expect((await storedInTheEnd(service)).map(({ name }) => name)).toEqual(['openai:text-embedding-3-large'])
})

test('an item added while the new vectors are computed is found at once, and gets a new vector', async () => {
  await filledWith({})
  fake.holding = 'documents'
  await using service = await start(fake.env)
  await until(() => fake.waiting() > 0)
  await sourceRead(service, await addItems(service, [{ title: 'Plimotrex', content: 'Plimotrex is a cream.' }], 'late.jsonl'))
  expect(await first(service, 'Plimotrex cream')).toBe('Plimotrex')
  fake.release()
  expect(await searchable(service)).toMatchObject({ model: openAi, itemCount: libraryItems.length + 1 })
  expect(await storedInTheEnd(service)).toEqual([{ name: openAi, state: 'serving', dimensions: 256, items: libraryItems.length + 1 }])
})

test('a switch that is stopped halfway can be undone without a trace', async () => {
  await filledWith({})
  fake.holding = 'documents'
  await using switching = await start(fake.env)
  await until(() => fake.waiting() > 0)
  fake.failing = 401
  fake.release()
  await switching.stop()
  await using service = await start({})
  expect(await searchable(service)).toMatchObject({ model: local })
  await storedInTheEnd(service)
  expect(await first(service)).toBe('Emgality storage')
  expect(await stored(service)).toEqual([{ name: local, state: 'serving', dimensions: 512, items: libraryItems.length }])
})
