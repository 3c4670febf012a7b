import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlPage } from '../support/documents.ts'
import { addFile, addItems, allItems, jsonl, remove, searchable, sourceRead, sourcesOf, statusOf, widgetOf } from '../support/library.ts'
import { startTestService, type TestService } from '../support/service.ts'

// What happens to the library when a source is added, added again and removed.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const sections = {
  'How to store it': 'Keep Zavorel in the refrigerator.',
  'How to take it': 'Take one tablet of Zavorel each morning.',
  'Possible side effects': 'Zavorel can cause nausea and a rash.',
  'Paying for it': 'The copay card lowers what you pay for Zavorel.',
}
const itemsOf = async (title: string) => (await allItems(service)).filter((item) => item.title === title)
const idsOf = async (title: string) => (await itemsOf(title)).map(({ id }) => id)

describe('a page that is added again', () => {
  beforeAll(async () => {
    await addFile(service, 'zavorel.html', htmlPage('Zavorel', sections))
    await searchable(service)
  })

  test('has one item per section, in the order of the page', async () => {
    const items = await itemsOf('Zavorel')
    expect(items.map(({ content }) => Object.values(sections).findIndex((text) => content.includes(text)))).toEqual([0, 1, 2, 3])
  })

  test('with the same bytes changes nothing: the same source, the same ids', async () => {
    const [before, status] = [await idsOf('Zavorel'), await statusOf(service)]
    const id = await addFile(service, 'zavorel.html', htmlPage('Zavorel', sections))
    expect(await sourceRead(service, id)).toMatchObject({ state: 'ready', itemCount: 4, error: null })
    expect(await idsOf('Zavorel')).toEqual(before)
    expect(await statusOf(service)).toEqual(status)
    expect((await sourcesOf(service)).filter(({ locator }) => locator === 'zavorel.html')).toHaveLength(1)
  })

  test('with a changed paragraph changes only its section', async () => {
    const before = await idsOf('Zavorel')
    const changed = { ...sections, 'Possible side effects': 'Zavorel can cause hiccups.' }
    await sourceRead(service, await addFile(service, 'zavorel.html', htmlPage('Zavorel', changed)))
    await searchable(service)
    const after = await itemsOf('Zavorel')
    expect(after.map(({ id }) => before.indexOf(id))).toEqual([0, 1, -1, 3])
    expect(after[2]?.content).toContain('hiccups')
    const found = (await widgetOf(service).search({ query: 'Zavorel hiccups nausea rash', limit: 20 })).body.results
    expect(found.map(({ content }: { content: string }) => content).join()).not.toContain('nausea and a rash')
  })

  test('in another order is listed in that order, with the same ids', async () => {
    const before = await idsOf('Zavorel')
    const reversed = Object.fromEntries(Object.entries({ ...sections, 'Possible side effects': 'Zavorel can cause hiccups.' }).reverse())
    await sourceRead(service, await addFile(service, 'zavorel.html', htmlPage('Zavorel', reversed)))
    expect(await idsOf('Zavorel')).toEqual(before.toReversed())
  })

  test.each([
    ['nothing', '', 'The file is empty.'],
    ['a broken PDF', '%PDF-1.7 broken', /./],
    ['a page without text', '<html><body><script>alert(1)</script></body></html>', 'No text was found in it.'],
  ])('as %s fails with a reason, and the items stay', async (_what, content, error) => {
    const before = await idsOf('Zavorel')
    const source = await sourceRead(service, await addFile(service, 'zavorel.html', content))
    expect(source).toMatchObject({ state: 'failed', itemCount: 4, error: expect.stringMatching(error) })
    expect(await idsOf('Zavorel')).toEqual(before)
    expect((await widgetOf(service).search({ query: 'Zavorel hiccups' })).body.results[0].content).toContain('hiccups')
  })

  test('is ready again when its earlier version comes back after a failure', async () => {
    const reversed = Object.fromEntries(Object.entries({ ...sections, 'Possible side effects': 'Zavorel can cause hiccups.' }).reverse())
    const source = await sourceRead(service, await addFile(service, 'zavorel.html', htmlPage('Zavorel', reversed)))
    expect(source).toMatchObject({ state: 'ready', error: null, itemCount: 4 })
  })
})

test('a removed source disappears from search, list, single item and suggestions', async () => {
  const id = await addItems(service, [{ title: 'Plimotrex basics', content: 'Plimotrex is a cream.' }], 'plimotrex.jsonl')
  await searchable(service)
  const widget = widgetOf(service)
  const [item] = await idsOf('Plimotrex basics')
  expect((await widget.suggestions('?q=plim')).body.suggestions).toEqual(['Plimotrex basics'])
  await remove(service, id)
  expect((await widget.suggestions('?q=plim')).body.suggestions).toEqual([])
  expect(await idsOf('Plimotrex basics')).toEqual([])
  expect((await widget.content(`/${item}`)).status).toBe(404)
  const { results } = (await widget.search({ query: 'Plimotrex cream', limit: 20 })).body
  expect(results.map(({ id: found }: { id: string }) => found)).not.toContain(item)
  expect((await remove(service, id)).errors[0].extensions.code).toBe('NOT_FOUND')
})

test('of two identical sources, removing one leaves the other and its suggestion', async () => {
  const item = { title: 'Drizovan basics', content: 'Drizovan is a syrup.' }
  const first = await addItems(service, [item], 'drizovan-1.jsonl')
  await addItems(service, [item], 'drizovan-2.jsonl')
  await searchable(service)
  await remove(service, first)
  expect(await idsOf('Drizovan basics')).toHaveLength(1)
  expect((await widgetOf(service).suggestions('?q=driz')).body.suggestions).toEqual(['Drizovan basics'])
  expect((await widgetOf(service).search({ query: 'Drizovan syrup', limit: 1 })).body.results[0].title).toBe('Drizovan basics')
})

test('a list of prepared items reports which lines it skipped and why, and adds the others', async () => {
  const lines = [
    jsonl([{ title: 'Line one', content: 'Good.' }]),
    '{"title": "no content"}',
    'no json',
    '[]',
    jsonl([{ title: 'Line five', content: 'Good.' }]),
  ]
  const source = await sourceRead(service, await addFile(service, 'lines.jsonl', lines.join('\n')))
  expect(source).toMatchObject({ state: 'ready', itemCount: 2, format: 'jsonl' })
  expect(source.skipped.map(({ place }) => place)).toEqual(['line 2', 'line 3', 'line 4'])
  expect(source.skipped[0]?.reason).toBe('content is required')
})

test('the markup of a page comes out as text', async () => {
  const html = htmlPage('Nexolib', {
    'Storing it':
      'Keep <b>Nexolib</b> &amp; its <a href="/pen">pen</a> at <em>2&nbsp;&deg;C</em><script>alert("x")</script><img src=x onerror=alert(1)>.',
  })
  await sourceRead(service, await addFile(service, 'nexolib.html', html))
  const [item] = await itemsOf('Nexolib')
  expect(item?.content).toContain('Keep Nexolib & its pen at 2 °C')
  const { body } = await widgetOf(service).content(`/${item?.id}`)
  expect(JSON.stringify(body)).not.toMatch(/<|&(amp|nbsp|deg);|alert|onerror/)
})
