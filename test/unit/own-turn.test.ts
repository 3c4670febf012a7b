import { expect, test } from 'vitest'
import { ownTurn } from '../../src/platform/own-turn.ts'

/** In which turn of the event loop each of these steps is computed, by what it computes. */
async function turnsOf(steps: (() => void)[]): Promise<number[]> {
  let turn = 0
  let counting = true
  const count = () => {
    turn++
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const turns = await Promise.all(
    steps.map(async (compute) => {
      await ownTurn()
      compute()
      return turn
    }),
  )
  counting = false
  return turns
}

test('long steps that become due together are computed in turns of the event loop of their own, in their order', async () => {
  const long = () => {
    for (const end = performance.now() + 12; performance.now() < end; );
  }
  const turns = await turnsOf([long, long, long, long])
  expect(turns).toEqual(turns.toSorted((one, other) => one - other))
  expect(new Set(turns).size).toBe(4)
})

test('short steps that become due together do not each wait for a turn', async () => {
  const turns = await turnsOf(Array.from({ length: 200 }, () => () => {}))
  expect(new Set(turns).size).toBeLessThan(50)
})

test('a step that asks for another goes behind those that wait', async () => {
  const order: string[] = []
  const twice = ownTurn()
    .then(() => void order.push('one'))
    .then(ownTurn)
    .then(() => void order.push('one again'))
  await Promise.all([twice, ownTurn().then(() => void order.push('two'))])
  expect(order).toEqual(['one', 'two', 'one again'])
})

test('a step of the lane ahead waits for one of the usual lane at most, and holds none of it up for long', async () => {
  const order: string[] = []
  const step = (name: string, lane: 'ahead' | 'usual') => ownTurn(lane).then(() => void order.push(name))
  await Promise.all([
    ...['one', 'two', 'three'].map((name) => step(name, 'usual')),
    ...['first', 'second', 'third'].map((name) => step(name, 'ahead')),
  ])
  expect(order).toEqual(['first', 'one', 'second', 'two', 'third', 'three'])
})
