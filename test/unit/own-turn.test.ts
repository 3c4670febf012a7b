import { expect, test } from 'vitest'
import { ownTurn } from '../../src/platform/own-turn.ts'

test('steps that become due together are computed in turns of the event loop of their own, in their order', async () => {
  let turn = 0
  let counting = true
  const count = () => {
    turn++
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const steps = await Promise.all(['first', 'second', 'third', 'fourth'].map((name) => ownTurn().then(() => ({ name, turn }))))
  counting = false
  expect(steps.map(({ name }) => name)).toEqual(['first', 'second', 'third', 'fourth'])
  expect(new Set(steps.map((step) => step.turn)).size).toBe(4)
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
