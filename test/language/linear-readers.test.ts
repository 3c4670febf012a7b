import { describe, expect, test } from 'vitest'
import { someHostileTexts } from '../support/hostile-texts.ts'
import { textReaders } from '../support/text-readers.ts'

/** Read with four times the text, a reader that goes over it again for each part of it takes sixteen times as long. */
const longer = 4
const most = 8
/** What takes less at the greater length holds nobody up and tells nothing, in milliseconds. */
const tooShort = 8
const tries = 4

async function timed(read: () => unknown): Promise<number> {
  const start = performance.now()
  await read()
  return performance.now() - start
}

/** Another process may have had the processor for a part of one reading, hardly of each of three. */
async function leastTime(read: () => unknown): Promise<number> {
  return Math.min(await timed(read), await timed(read), await timed(read))
}

/**
 * Milliseconds of the processor that a reading takes, which other work on the machine does not add to: the mean of as many as
 * take 40 together, because some systems count in steps of four.
 */
async function worked(read: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  for (let times = 1; ; times++) {
    await read()
    const { user, system } = process.cpuUsage(start)
    if (user + system >= 40_000) return (user + system) / 1000 / times
  }
}

/** Whether reading takes far more than four times as long with four times the text, however often it is looked at. */
async function isSteep(read: (text: string) => unknown, text: string, four: string): Promise<boolean> {
  const first = await timed(() => read(four))
  if (first < tooShort || first < most * (await leastTime(() => read(text)))) return false
  let [leastOfFour, leastOfOne] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let attempt = 0; attempt < tries; attempt++) {
    leastOfFour = Math.min(leastOfFour, await worked(() => read(four)))
    leastOfOne = Math.min(leastOfOne, await worked(() => read(text)))
    if (leastOfFour < tooShort || leastOfFour < most * leastOfOne) return false
  }
  return true
}

describe.each(textReaders.map((reader) => [reader.name, reader] as const))('%s', (_, { limit, suiteLength = limit, read }) => {
  test('takes no hostile text four times as long in far more than four times the time', async () => {
    const texts = new Map(someHostileTexts(Math.ceil(suiteLength / longer)))
    await read('Hello, is my rash from Humira 40 mg?')
    const steep: string[] = []
    for (const [name, four] of someHostileTexts(suiteLength)) if (await isSteep(read, texts.get(name) ?? '', four)) steep.push(name)
    expect(steep).toEqual([])
  })
})

// It takes sixteen times as long where eight are too many: threads that collect garbage beside it can hide that, but not every time.
test('a reader that goes over a text again for each of its words is found out', { retry: 4 }, async () => {
  const again = (text: string) => text.split(' ').filter((_, at, words) => words.indexOf('b', at - words.length) > 0).length
  expect(await isSteep(again, 'a '.repeat(5_000), 'a '.repeat(20_000))).toBe(true)
})
