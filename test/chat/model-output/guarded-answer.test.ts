import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayBeginClaim } from '../../../src/domain/chat/answer/model/claims.ts'
import { guardedAnswer } from '../../../src/domain/chat/answer/model/guarded-answer.ts'
import { UnsupportedText } from '../../../src/domain/chat/answer/model/unsupported.ts'
import { readPatterns, readWordClasses } from '../../../src/language/patterns.ts'
import { harmlessOutputs } from './harmless-outputs.ts'
import { hostileOutputs } from './hostile-outputs.ts'
import { allSources, sources } from './sources.ts'

// What a model says is shown up to the first thing that its sources do not say.

async function* streamed(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces
}

async function shown(pieces: Iterable<string>, from = allSources) {
  const passed: string[] = []
  try {
    for await (const piece of guardedAnswer(streamed(pieces), from)) passed.push(piece)
  } catch (error) {
    if (!(error instanceof UnsupportedText)) throw error
    return { text: passed.join(''), passed, stopped: true }
  }
  return { text: passed.join(''), passed, stopped: false }
}

function cut(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = []
  const characters = [...text]
  for (let from = 0, index = 0; from < characters.length; index++) {
    const length = lengths[index % lengths.length] ?? 1
    pieces.push(characters.slice(from, from + length).join(''))
    from += length
  }
  return pieces
}
const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 })
const words = (text: string) => text.match(/\s*\S+|\s+$/g) ?? []

const hostile = Object.entries(hostileOutputs).flatMap(([kind, rows]) => rows.map((row) => ({ kind, row })))

test('the table of hostile outputs holds 150 and more, the table of harmless ones 60 and more', () => {
  expect(hostile.length).toBeGreaterThan(150)
  expect(harmlessOutputs.length).toBeGreaterThan(60)
})

describe.each(Object.entries(hostileOutputs))('%s that no source has are cut before they show', (_kind, rows) => {
  test.each(rows)('%j', async (row) => {
    const [before = '', after = ''] = row.split('¦')
    expect(await shown(words(before + after))).toMatchObject({ text: before, stopped: true })
    expect(await shown([before + after])).toMatchObject({ text: before, stopped: true })
  })
})

test('what is cut does not depend on the tokens, nor on what stands before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...hostile), fc.constantFrom('', ...harmlessOutputs), lengths, async ({ row }, lead, sizes) => {
      const [before = '', after = ''] = row.split('¦')
      const text = lead === '' ? before + after : `${lead}\n\n${before}${after}`
      const said = await shown(cut(text, sizes))
      expect(said.stopped).toBe(true)
      expect(text.startsWith(said.text)).toBe(true)
      expect(text.slice(said.text.length)).toContain(after)
    }),
    { numRuns: 600 },
  )
})

describe('what restates the sources is shown whole', () => {
  test.each(harmlessOutputs)('%j', async (text) => {
    expect(await shown(words(text))).toMatchObject({ text, stopped: false })
  })

  test('with any tokens, and one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...harmlessOutputs), { minLength: 1, maxLength: 6 }), lengths, async (said, sizes) => {
        const text = said.filter((line) => !/^\d\./.test(line)).join('\n')
        expect(await shown(cut(text, sizes))).toMatchObject({ text, stopped: false })
      }),
      { numRuns: 200 },
    )
  })

  test('a claim of one source does not count for an answer from another', async () => {
    expect(await shown(['It is safe to take with food.'], [sources.together])).toMatchObject({ stopped: false })
    expect(await shown(['It is safe to take with food.'], [sources.storage])).toMatchObject({ text: 'It is ', stopped: true })
    expect(await shown(['See www.fda.gov/medwatch.'], [sources.storage])).toMatchObject({ text: 'See ', stopped: true })
  })
})

test('no claim can be worded without a word from which on it is held back', () => {
  const folder = new URL('../../../src/domain/chat/answer/model/', import.meta.url)
  const lists = readWordClasses(new URL('claim-words.tsv', folder))
  const isHolding = (choice: string): boolean => {
    const members = [...(lists.get(choice.slice(1, -1)) ?? [])]
    if (choice.startsWith('<')) return members.every((word) => mayBeginClaim(word.replace('*', '')))
    return choice.split('_').some((word) => mayBeginClaim(word.replace('*', '')))
  }
  const held = (pattern: string) => pattern.split(' ').some((element) => !/\?$|^\.+$/.test(element) && element.split('|').every(isHolding))
  const claims = readPatterns(new URL('claims.tsv', folder)).filter(({ value }) => !/^(?:not|names) |^permits$/.test(value))
  expect(claims.length).toBeGreaterThan(100)
  expect(claims.filter(({ pattern }) => !held(pattern)).map(({ pattern }) => pattern)).toEqual([])
})

describe('streaming', () => {
  test('words are shown as they come; a sentence waits from the word on that may begin a claim', async () => {
    const { passed } = await shown([
      'Keep ',
      'it ',
      'in ',
      'the ',
      'refrigerator',
      '. ',
      'Do ',
      'not ',
      'freeze ',
      'it',
      '. ',
      'Thank ',
      'you.',
    ])
    expect(passed).toEqual(['Keep ', 'it ', 'in ', 'the ', 'refrigerator. ', 'Do ', 'not freeze it. ', 'Thank ', 'you.'])
  })

  test('no more than 300 characters of a sentence are held back', async () => {
    const long = `Do not freeze it ${'and keep it cold '.repeat(200)}`
    let said = 0
    let seen = 0
    let most = 0
    const counted = async function* () {
      for (const piece of words(long)) {
        said += piece.length
        yield piece
        most = Math.max(most, said - seen)
      }
    }
    for await (const piece of guardedAnswer(counted(), allSources)) seen += piece.length
    expect(seen).toBe(long.length)
    expect(most).toBeLessThan(400)
  })

  test.each([
    ['spaces', ' '],
    ['no spaces', 'a'],
    ['negations', 'not '],
    ['claims of the sources', 'It is safe to take with food. '],
    ['one endless sentence', 'do not freeze it, '],
    ['questions', 'is it safe with food? '],
    ['line breaks', '\n'],
    ['brackets', '[('],
    ['points', 'a.'],
    ['tags', '<'],
    ['quotes', '" '],
    ['list items', '- not\n'],
  ])('%s: the work grows with the length, not with its square', async (_name, part) => {
    const steps = async (length: number) => {
      const text = part.repeat(Math.ceil(length / part.length)).slice(0, length)
      const begun = process.cpuUsage()
      await shown([text])
      const { user } = process.cpuUsage(begun)
      return user
    }
    await steps(2_000)
    const [short, long] = [await steps(8_000), await steps(64_000)]
    // Eight times the text: a square would take 64 times as long.
    expect(long).toBeLessThan(30 * Math.max(short, 8_000))
  })
})
