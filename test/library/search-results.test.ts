import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai.ts'
import { addItems, type Item, remove, searchable, sourcesOf, widgetOf } from '../support/library.ts'
import { startTestService, type TestService } from '../support/service.ts'

// Which of many sections are shown, and which passages of them.

let fake: FakeOpenAi
let service: TestService
beforeAll(async () => {
  fake = await startFakeOpenAi()
  service = await startTestService(fake.env)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await fake[Symbol.asyncDispose]()
})

const search = async (body: object) => {
  const answer = await widgetOf(service).search(body)
  expect(answer.status).toBe(200)
  return answer.body.results as { title: string; content: string; source_url: string; section_type: string }[]
}

describe('one document does not crowd out others', () => {
  const leaflet = 'https://care.example/leaflet'
  beforeAll(async () => {
    const words = ['morning', 'evening', 'summer', 'winter', 'autumn', 'spring', 'monday', 'sunday']
    const many: Item[] = words.map((word) => ({
      title: 'Leaflet',
      content: `Zavorel goes into the refrigerator ${word}.`,
      source_url: leaflet,
    }))
    const others: Item[] = ['north', 'south', 'west'].map((word) => ({
      title: 'Leaflet',
      content: `Zavorel goes into the refrigerator ${word}.`,
      source_url: `https://care.example/${word}`,
    }))
    const lone: Item[] = words.map((word) => ({
      title: 'Quexine',
      content: `Quexine tablets ${word}.`,
      source_url: 'https://care.example/q',
    }))
    await addItems(service, [...many, ...others, ...lone], 'crowd.jsonl')
    await searchable(service)
  })

  test('when these are nearly as good', async () => {
    const results = await search({ query: 'Zavorel refrigerator', limit: 4 })
    expect(results).toHaveLength(4)
    expect(results.filter(({ source_url }) => source_url === leaflet)).toHaveLength(2)
  })

  test('but fills the results alone when it alone has the answer', async () => {
    const results = await search({ query: 'Quexine tablets', limit: 6 })
    expect(results.map(({ title }) => title)).toEqual(Array(6).fill('Quexine'))
  })
})

test('a long item shows the matching passage and its neighbours', async () => {
  const filler = (topic: string) =>
    `The ${topic} has nothing to do with it, as the ${topic} is another matter and a long one at that. `.repeat(8)
  const needle = 'Keep the Brontavil pen away from strong magnets.'
  const content = [...['garden', 'kitchen', 'cellar'].map(filler), needle, ...['attic', 'garage', 'balcony'].map(filler)].join('\n')
  await addItems(service, [{ title: 'Long text', content }], 'long.jsonl')
  await searchable(service)
  const [result] = await search({ query: 'Brontavil pen magnets', limit: 1 })
  expect(result?.title).toBe('Long text')
  expect(result?.content).toContain(needle)
  expect(result?.content).toMatch(/^… .* …$/s)
  expect(result?.content.length).toBeLessThan(content.length / 2)
})

test('a filter never costs results: sections of its types are found behind hundreds of nearer ones', async () => {
  const near: Item[] = Array.from({ length: 320 }, (_, index) => ({
    title: 'Velmara dose',
    content: `Velmara once weekly in the evening, number ${index}.`,
    section_type: 'dosing',
    source_url: `https://care.example/near/${index}`,
  }))
  const far: Item[] = ['blue', 'green', 'grey'].map((colour) => ({
    title: 'Boxes',
    content: `Among many other boxes that stand on the shelf of the pharmacy the ${colour} one is where Velmara is kept by the staff.`,
    section_type: 'storage',
    source_url: `https://care.example/${colour}`,
  }))
  await addItems(service, [...near, ...far], 'filter.jsonl')
  await searchable(service)
  const query = 'Velmara once weekly in the evening'
  expect((await search({ query, limit: 20 })).map(({ section_type }) => section_type)).toEqual(Array(20).fill('dosing'))
  const filtered = await search({ query, limit: 20, section_types: ['storage'] })
  expect(filtered.filter(({ title }) => title === 'Boxes')).toHaveLength(3)
  expect(new Set(filtered.map(({ section_type }) => section_type))).toEqual(new Set(['storage']))
})

test('results of a removed source are gone at once, by words and by meaning', async () => {
  const item: Item = { title: 'Glorbix', content: 'Glorbix is swallowed whole with a glass of water.' }
  await addItems(service, [item], 'gone.jsonl')
  await addItems(service, [{ ...item, content: 'Glorbix stays.' }], 'stays.jsonl')
  await searchable(service)
  const query = 'Glorbix swallowed whole with a glass of water'
  expect((await search({ query })).map(({ content }) => content)).toEqual(expect.arrayContaining([item.content, 'Glorbix stays.']))
  const [source] = (await sourcesOf(service)).filter(({ locator }) => locator === 'gone.jsonl')
  await remove(service, source?.id ?? 0)
  const left = (await search({ query })).map(({ content }) => content)
  expect(left).toContain('Glorbix stays.')
  expect(left).not.toContain(item.content)
})
