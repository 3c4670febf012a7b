import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairQueue } from '../../src/platform/fair-queue.ts'
import { LocalEmbeddings } from '../../src/platform/models/local-embeddings.ts'
import { ThreadFailed } from '../../src/platform/thread-pool.ts'

const queueOf = (most: number, share: number) => {
  const dropped: string[] = []
  const queue = createFairQueue<string>({ most, share }, (entry) => void dropped.push(entry))
  return { queue, dropped, push: (entry: string) => queue.push(entry[0] ?? '', entry) }
}

test('owners have their turns one after another, however much one of them asks', () => {
  const { queue, push } = queueOf(100, 100)
  for (const entry of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) push(entry)
  const served = Array.from({ length: 7 }, () => queue.shift())
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined])
})

test('one owner has a share of the queue and no more', () => {
  const { queue, push } = queueOf(100, 2)
  expect(['a1', 'a2', 'a3', 'b1'].map(push)).toEqual([true, true, false, true])
  expect(queue.size()).toBe(3)
})

test('in a full queue whoever has the most gives way to one who has fewer', () => {
  const { push, dropped } = queueOf(4, 3)
  expect(['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1'].map(push)).toEqual([true, true, true, true, true, true, false])
  expect(dropped).toEqual(['a3', 'a2'])
})

test('nothing is lost: what was taken is served, dropped or still there, each once and within the bounds', () => {
  const step = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant(null))
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 200 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      (steps, most, share) => {
        const { queue, push, dropped } = queueOf(most, share)
        const taken: string[] = []
        const served: string[] = []
        for (const [index, owner] of steps.entries()) {
          if (owner === null) served.push(...[queue.shift()].filter((one) => one !== undefined))
          else if (push(`${owner}${index}`)) taken.push(`${owner}${index}`)
          expect(queue.size()).toBeLessThanOrEqual(most)
        }
        expect([...served, ...dropped, ...queue.clear()].sort()).toEqual(taken.sort())
      },
    ),
  )
})

test('one visitor’s searches make neither another’s search nor the sense of danger wait behind them', async () => {
  const model = new LocalEmbeddings(1)
  const settled: string[] = []
  const noted = <T>(name: string, work: Promise<T>) =>
    work.then(
      () => void settled.push(name),
      (error: unknown) => void settled.push(error instanceof ThreadFailed ? `${name} ${error.reason}` : 'error'),
    )
  const flood = Array.from({ length: 40 }, (_, index) => noted('flood', model.embedQuery(`storage ${index}`, { owner: 'flooding' })))
  const leaving = AbortSignal.abort(new Error('left'))
  await Promise.all([
    ...flood,
    noted('other', model.embedQuery('dose', { owner: 'other' })),
    noted('left', model.embedFirst(['nobody waits for this'], { owner: 'left', signal: leaving })),
    noted('danger', model.embedFirst(['he will not react', 'send help'], { owner: 'third' })),
  ])
  await model.close()
  const served = settled.filter((name) => !/crowded|error/.test(name))
  // One search was begun before anybody else came.
  expect(served.slice(0, 2)).toEqual(['flood', 'danger'])
  expect(served.indexOf('other')).toBeLessThanOrEqual(3)
  expect(settled.filter((name) => name === 'flood crowded')).toHaveLength(29)
  expect(settled).toContain('error')
})

test('a crowd of dangers does not keep every search waiting', async () => {
  const model = new LocalEmbeddings(1)
  const settled: string[] = []
  const dangers = Array.from({ length: 40 }, (_, index) =>
    model.embedFirst([`help ${index}`], { owner: `visitor ${index}` }).then(() => settled.push('danger')),
  )
  await Promise.all([...dangers, model.embedQuery('dose', { owner: 'other' }).then(() => settled.push('search'))])
  await model.close()
  expect(settled.indexOf('search')).toBeLessThanOrEqual(4)
})
