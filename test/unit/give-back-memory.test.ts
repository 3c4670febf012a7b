import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { giveBackMemory } from '../../src/platform/give-back-memory.ts'

test('what nobody refers to is given back to the system', async () => {
  let garbage: number[][] | undefined = Array.from({ length: 200 }, () => Array.from({ length: 50_000 }, (_, index) => index / 3))
  const before = getHeapStatistics().total_physical_size
  expect(garbage).toHaveLength(200)
  garbage = undefined
  await giveBackMemory()
  expect(getHeapStatistics().total_physical_size).toBeLessThan(before - 50_000_000)
})
