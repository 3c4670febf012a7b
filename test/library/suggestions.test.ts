import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItems, type Item, searchable, widgetOf } from '../support/library.ts'
import { startTestService, type TestService } from '../support/service.ts'

// Completions of a partial query from titles, headers and questions of the library.

const items: Item[] = [
  { title: 'Emgality storage', section_header: 'How to store Emgality', content: 'In the refrigerator.' },
  { title: 'Emgality dosing', section_header: 'Missed dose', content: 'Take it as soon as you remember.' },
  { title: 'Emgality dosing', section_header: 'Dose adjustment', content: 'There is none.' },
  { title: 'Humira guide', section_header: 'Storage of Humira', content: 'Can I freeze it? No, never.' },
  { title: 'Ménière y náuseas', content: '¿Qué debo hacer? Llame a su médico.' },
  { title: 'Co-pay card', content: 'Save money.' },
  { title: 'Dose of 0.5 mg', content: 'Half a tablet.' },
]

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await addItems(service, items)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const suggest = async (q: string, limit = 10): Promise<string[]> => {
  const { status, body } = await widgetOf(service).suggestions(`?q=${encodeURIComponent(q)}&limit=${limit}`)
  expect(status).toBe(200)
  return body.suggestions
}
const sorted = async (q: string) => (await suggest(q)).sort()

describe('each word typed begins a word', () => {
  test.each([
    ['em', ['Emgality dosing', 'Emgality storage', 'How to store Emgality']],
    ['emgality', ['Emgality dosing', 'Emgality storage', 'How to store Emgality']],
    ['stor', ['Emgality storage', 'How to store Emgality', 'Storage of Humira']],
    ['storag', ['Emgality storage', 'Storage of Humira']],
    ['hum stor', ['Storage of Humira']],
    ['stor hum', ['Storage of Humira']],
    ['how to store e', ['How to store Emgality']],
    ['emgality hum', []],
    ['orage', []],
    ['missed dose', ['Missed dose']],
  ])('%j: %j', async (q, expected) => {
    expect(await sorted(q)).toEqual(expected.toSorted())
  })

  test('also of questions at the beginning of a text', async () => {
    expect(await suggest('can i fr')).toEqual(['Can I freeze it?'])
  })

  test('a hyphenated word by its parts and as one, a decimal as a whole', async () => {
    for (const q of ['co-p', 'copay', 'pay c', 'Co-pay card']) expect(await suggest(q)).toContain('Co-pay card')
    expect(await suggest('0.5')).toEqual(['Dose of 0.5 mg'])
  })

  test('in any case, with or without accents', async () => {
    for (const q of ['meniere', 'MÉNIÈRE', 'Nauseas', 'náuséas', 'menie\u0301re']) expect(await suggest(q)).toEqual(['Ménière y náuseas'])
    expect(await sorted('EMGALITY')).toEqual(await sorted('emgality'))
  })
})

describe('one typo is forgiven', () => {
  test.each([
    ['emglity', 'a letter less'],
    ['emgaality', 'a letter more'],
    ['emgslity', 'another letter'],
    ['emagl', 'two letters swapped'],
    ['rmgality', 'the first letter'],
    ['emgalitx', 'the last letter'],
    ['Emglity', 'in any case'],
  ])('%s (%s)', async (q) => {
    expect(await sorted(q)).toEqual(['Emgality dosing', 'Emgality storage', 'How to store Emgality'])
  })

  test('in any of several words', async () => {
    expect(await suggest('storage humria')).toEqual(['Storage of Humira'])
    expect(await suggest('stroage hum')).toEqual(['Storage of Humira'])
    expect(await suggest('stroe emgality')).toEqual(['How to store Emgality'])
    expect(await suggest('msised dose')).toEqual(['Missed dose'])
  })

  test('but not two', async () => {
    expect(await suggest('emglitty')).toEqual([])
    expect(await suggest('xmgalitx')).toEqual([])
  })
})

describe('the order', () => {
  test('suggestions that begin with the typed text come first', async () => {
    expect((await suggest('stor'))[0]).toBe('Storage of Humira')
    expect((await suggest('dose'))[0]).toMatch(/^Dose/)
    expect((await suggest('emg')).at(-1)).toBe('How to store Emgality')
  })

  test('also when the title of a long document has the word', async () => {
    await using other = await startTestService()
    const long: Item[] = Array.from({ length: 24 }, (_, index) => ({ title: 'Living with Zavorel', content: `Part ${index}.` }))
    await addItems(other, [...long, { title: 'Overview', section_header: 'Zavorel pen', content: 'How it looks.' }])
    await searchable(other)
    expect((await widgetOf(other).suggestions('?q=zav')).body.suggestions).toEqual(['Zavorel pen', 'Living with Zavorel'])
  })

  test('a smaller limit gives the beginning of a larger one, without duplicates', async () => {
    const all = await suggest('do', 50)
    expect(new Set(all.map((text) => text.toLowerCase())).size).toBe(all.length)
    for (let limit = 1; limit <= all.length; limit++) expect(await suggest('do', limit)).toEqual(all.slice(0, limit))
  })
})
