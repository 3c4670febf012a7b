import { expect, test } from 'vitest'
import { addItems, allItems, type Item, searchable, statusOf, widgetOf } from '../support/library.ts'
import { startProcess } from '../support/process.ts'
import { freshDatabase, startTestService, until } from '../support/service.ts'

// kill -9 while sources are being read or embedded: after the next start everything is searchable, and nothing is duplicated.
// On PostgreSQL another process takes over a dead process's job once its heartbeats are missing; the tests wait for it
// concurrently.

const options = { concurrent: process.env.TEST_DATABASE_URL !== undefined }

const items: Item[] = Array.from({ length: 60 }, (_, index) => ({
  title: `Leaflet ${index}`,
  content: `Zavorel number ${index} is kept in the refrigerator.`,
}))

async function killedWhen(database: { env: Record<string, string> }, reached: (status: Awaited<ReturnType<typeof statusOf>>) => boolean) {
  await using first = await startProcess(database.env)
  for (let part = 0; part < 6; part++) await addItems(first, items.slice(part * 10, part * 10 + 10), `part-${part}.jsonl`)
  await until(async () => reached(await statusOf(first)))
  await first.kill()
  return startTestService({}, { database })
}

test.each([
  ['before anything is read', () => true],
  ['while sources are read', ({ itemCount }: { itemCount: number }) => itemCount > 0],
  [
    'while items are embedded',
    ({ pendingItems, itemCount }: { pendingItems: number; itemCount: number }) => itemCount === 60 && pendingItems < 60,
  ],
])('killed %s', options, async (_when, reached) => {
  await using database = await freshDatabase()
  await using second = await killedWhen(database, reached)
  expect(await searchable(second)).toMatchObject({ itemCount: 60, queuedSources: 0, pendingItems: 0 })
  const listed = (await allItems(second)).map(({ title }) => title)
  expect(listed.toSorted()).toEqual(items.map(({ title }) => title).toSorted())
  const { results } = (await widgetOf(second).search({ query: 'Zavorel number 59 refrigerator', limit: 20 })).body
  expect(results[0].title).toBe('Leaflet 59')
  expect(new Set(results.map(({ id }: { id: string }) => id)).size).toBe(20)
  expect((await second.rest('GET', '/ready')).status).toBe(200)
})
