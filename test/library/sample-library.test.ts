import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KnownVectors, readKnownVectors } from '../../src/platform/models/known-vectors.ts'
import { LocalEmbeddings, localModelVersion, sampleVectors } from '../../src/platform/models/local-embeddings.ts'
import { remove, searchable, sourcesOf, statusOf, widgetOf } from '../support/library.ts'
import { SharedModel } from '../support/local-vectors.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

// The first start adds a sample library for trying out the widget: once, and not in production.

describe('a first start with SAMPLE_LIBRARY=true', () => {
  const shipped = readKnownVectors(sampleVectors, localModelVersion)
  const embedded: string[] = []
  const missing: string[] = []
  const known: KnownVectors = {
    find(text) {
      embedded.push(text)
      return shipped.find(text)
    },
    keep: (text) => void missing.push(text),
  }
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ SAMPLE_LIBRARY: 'true', SAMPLE_POLICIES: 'true' }, { localModel: new SharedModel(known) })
  })
  afterAll(() => service[Symbol.asyncDispose]())

  test('is searched by words while it is being embedded, and the service is ready meanwhile and says so', async () => {
    const told = new Set<boolean>()
    await until(async () => {
      const { status, body } = await service.rest('GET', '/ready')
      expect(status).toBe(200)
      told.add(body.incomplete?.library !== undefined)
      return body.incomplete === undefined
    })
    expect(await statusOf(service)).toMatchObject({ queuedSources: 0, pendingItems: 0, model: 'local:universal-sentence-encoder-lite' })
    expect([...told]).toEqual([true, false])
  })

  test('computes no vector: npm run vectors:refresh has written those of its library and of its policies', async () => {
    await until(async () => {
      const [row] = await service.sql<{ done: boolean }>(
        `SELECT EXISTS (SELECT 1 FROM policy_section) AND NOT EXISTS (
           SELECT 1 FROM policy_section WHERE NOT EXISTS (SELECT 1 FROM policy_vector WHERE section_id = policy_section.id)
         ) AND NOT EXISTS (SELECT 1 FROM pgboss.job WHERE state < 'completed') AS done`,
      )
      return row?.done
    })
    // The one text that is no document loads the model, before the first search needs it.
    expect(missing.filter((text) => text !== 'warm')).toEqual([])
    expect(new Set(embedded).size).toBeGreaterThan(300)
  })

  test('has the vectors that the model gives, to the five decimals that are stored', async () => {
    const texts = [...new Set(embedded)].filter((text, index) => index % 40 === 0 && text !== 'warm')
    const model = new LocalEmbeddings(1, { find: () => undefined })
    const computed = await model.embedDocuments(texts)
    await model.close()
    for (const [index, text] of texts.entries()) {
      const vector = shipped.find(text) ?? []
      expect(Math.max(...(computed[index] ?? []).map((value, at) => Math.abs(value - (vector[at] ?? Number.NaN))))).toBeLessThan(0.000_011)
    }
  })

  test('finds no vector for another version of the model, or for another text', () => {
    expect(shipped.find('dimensions')).toHaveLength(512)
    expect(readKnownVectors(sampleVectors, `${localModelVersion}.1`).find('dimensions')).toBeUndefined()
    expect(shipped.find('dimensions ')).toBeUndefined()
  })

  test('has at least 60 items, of every section type and source type, all sources read without a loss', async () => {
    expect((await statusOf(service)).itemCount).toBeGreaterThanOrEqual(60)
    const total = async (filter: string) => (await widgetOf(service).content(`?${filter}`)).body.total
    for (const type of ['dosing', 'side_effects', 'patient_support', 'storage', 'faq'])
      expect(await total(`section_type=${type}`)).toBeGreaterThan(2)
    for (const type of ['webpage', 'pdf', 'video']) expect(await total(`source_type=${type}`)).toBeGreaterThan(0)
    for (const source of await sourcesOf(service)) expect(source).toMatchObject({ state: 'ready', error: null, skipped: [] })
  })

  test.each([
    ['how do I store Emgality', 'storage'],
    ['how often do I inject Emgality', 'dosing'],
    ['side effects of taltz', 'side_effects'],
    ['help with my copay', 'patient_support'],
  ])('%j finds a section about %s first', async (query, type) => {
    const [first] = (await widgetOf(service).search({ query })).body.results
    expect(first.section_type).toBe(type)
    const named = /emgality|taltz/i.exec(query)?.[0]
    if (named !== undefined) expect(`${first.title} ${first.content}`.toLowerCase()).toContain(named.toLowerCase())
  })

  test('is not added again after a restart, whether it is still there or was removed', async () => {
    const sources = await sourcesOf(service)
    await service.restart()
    expect(await sourcesOf(service)).toEqual(sources)
    for (const { id } of sources) await remove(service, id)
    await service.restart()
    expect(await sourcesOf(service)).toEqual([])
    expect(await statusOf(service)).toMatchObject({ itemCount: 0, queuedSources: 0, pendingItems: 0 })
    expect((await service.rest('GET', '/ready')).status).toBe(200)
  })
})

describe('without SAMPLE_LIBRARY', () => {
  test('it is not put in in production', async () => {
    await using service = await startTestService({ SAMPLE_LIBRARY: '', NODE_ENV: 'production' })
    expect(await sourcesOf(service)).toEqual([])
    await searchable(service)
  })

  test('it is added elsewhere', async () => {
    await using service = await startTestService({ SAMPLE_LIBRARY: '' })
    expect((await sourcesOf(service)).length).toBeGreaterThan(5)
  })
})

test.runIf(process.env.TEST_DATABASE_URL !== undefined)('instances that start together add it once', async () => {
  await using one = await startTestService()
  const env = { ...one.env, SAMPLE_LIBRARY: 'true' }
  const others = await Promise.all([startTestService(env), startTestService(env), startTestService(env)])
  const locators = (await sourcesOf(one)).map(({ locator }) => locator)
  for (const other of others) await other[Symbol.asyncDispose]()
  expect(locators.length).toBeGreaterThan(5)
  expect(new Set(locators).size).toBe(locators.length)
})
