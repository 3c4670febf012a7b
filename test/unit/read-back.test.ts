import { expect, test } from 'vitest'
import { readBack } from '../../src/platform/database/read-back.ts'

/** A search among records of so many characters, the newest having the highest id. */
const search = (count: number, characters: number, below?: number) =>
  readBack(
    async ({ below = count + 1, take }) =>
      Array.from({ length: Math.min(take, below - 1) }, (_, at) => ({ id: below - 1 - at, createdAt: new Date(below - 1 - at) })),
    () => ['x'.repeat(characters)],
    () => undefined,
    { below, enough: 5 },
  )

test('a search ends after a thousand records, and goes on where it ended', async () => {
  const first = await search(1010, 1)
  expect(first).toMatchObject({ last: { id: 11 }, isCutShort: true })
  expect(await search(1010, 1, first.last?.id)).toMatchObject({ last: { id: 1 }, isCutShort: false })
})

test('a search ends after ten million characters, however few records have them', async () => {
  expect(await search(30, 1_000_000)).toMatchObject({ last: { id: 21 }, isCutShort: true })
})
