import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { startTestService, widgetKey } from '../support/service.ts'

test('equal searches that come at once give one order of results', async () => {
  await using service = await startTestService()
  await addItems(service, libraryItems)
  await searchable(service)
  // One that no vector is known of yet: the model has to be asked.
  const query = `may I keep the pen outside the cold for some days, ${randomUUID()}`
  const search = async () => {
    const { status, body } = await service.rest('POST', '/api/v1/widget/search', {
      key: null,
      headers: { 'x-api-key': widgetKey },
      body: { query, limit: 20 },
    })
    expect(status).toBe(200)
    return JSON.stringify(body.results)
  }
  const answers = await Promise.all(Array.from({ length: 40 }, search))
  expect(new Set(answers).size).toBe(1)
})
