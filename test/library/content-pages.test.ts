import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { addItems, type Item, searchable, widgetOf } from '../support/library.ts'
import { startTestService, type TestService } from '../support/service.ts'

// docs/contract.md, Pages of content and Resources.

const hostile = '<script>alert(1)</script> & "quotes" \'</article><img src=x onerror=alert(2)>'
const leaflet: Item[] = [
  {
    title: 'Emgality leaflet',
    section_header: 'Storing',
    section_type: 'storage',
    content: 'Store Emgality in the refrigerator.\n- Do not freeze it.\n- Do not shake it.',
  },
  {
    title: 'Emgality leaflet',
    section_header: 'Dose',
    section_type: 'dosing',
    content: 'The recommended dose of Emgality is 120 mg once a month.',
  },
  { title: `Odd ${hostile}`, section_header: hostile, section_type: 'faq', content: `Zolgensma arrives frozen. ${hostile}` },
]
const published: Item = {
  title: 'Humira dosing',
  content: 'Adults with rheumatoid arthritis take 40 mg of Humira every other week.',
  section_type: 'dosing',
  source_url: 'https://care.example/humira/dosing',
}
const storage = 'How do I store Emgality?'

let service: TestService
const ids = new Map<string, string>()
beforeAll(async () => {
  service = await startTestService()
  await addItems(service, leaflet)
  await addItems(service, [published], 'published.jsonl')
  await searchable(service)
  for (const { id, content } of (await widgetOf(service).content('?per_page=100')).body.items) ids.set(content, id)
})
afterAll(() => service[Symbol.asyncDispose]())

const idOf = (item: Item | undefined) => String(ids.get(item?.content ?? ''))
const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url() + path, { redirect: 'manual', headers }).then(async (response) => ({ response, html: await response.text() }))
const setAllowed = (contentPages: boolean) =>
  service.graphql('mutation($on: Boolean!) { updateWidgetClient(input: { id: 1, contentPages: $on }) { widgetClient { contentPages } } }', {
    on: contentPages,
  })

test('an item without a public address has a page without a key, with the way to its neighbours', async () => {
  const { response, html } = await open(`/content/${idOf(leaflet[1])}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html).toContain('<h1 dir="auto">Emgality leaflet</h1>')
  expect(html).toContain('<h2 dir="auto">Dose</h2>')
  expect(html).toContain('120 mg once a month.</p>')
  expect(html).toContain('Part 2 of 3')
  expect(html).toContain(`<a rel="prev" href="${idOf(leaflet[0])}">`)
  expect(html).toContain(`<a rel="next" href="${idOf(leaflet[2])}">`)
})

test('it is not for search engines, keeps no copy, and its policy allows nothing but its stylesheet', async () => {
  const { response, html } = await open(`/content/${idOf(leaflet[0])}`)
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  const css = await open('/content/page.css')
  expect([css.response.status, css.response.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
})

test('hostile text is shown as text', async () => {
  const { html } = await open(`/content/${idOf(leaflet[2])}`)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;')
  expect(html).not.toMatch(/<script|<img/)
})

test('an item with a public address leads there', async () => {
  const { response } = await open(`/content/${idOf(published)}`)
  expect([response.status, response.headers.get('location')]).toEqual([302, 'https://care.example/humira/dosing'])
})

test('what is not there is a page in plain words, whatever was asked for', async () => {
  for (const id of ['7d4bfa2c-0000-4000-8000-000000000000', 'removed', '1', '%27%3B--', 'a'.repeat(3000)]) {
    const { response, html } = await open(`/content/${id}`)
    expect([response.status, response.headers.get('content-type')], id).toEqual([404, 'text/html; charset=utf-8'])
    expect(html).toContain('This page is not here')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  expect((await fetch(`${service.url()}/content/${idOf(leaflet[0])}`, { method: 'POST' })).status).toBe(405)
})

test('no page is served once no client allows it, and none to who does not know an id', async () => {
  expect((await open('/content')).response.status).toBe(404)
  expect((await open('/content/')).response.status).toBe(404)
  expect((await setAllowed(false)).data.updateWidgetClient.widgetClient.contentPages).toBe(false)
  expect((await open(`/content/${idOf(leaflet[0])}`)).response.status).toBe(404)
  await setAllowed(true)
  expect((await open(`/content/${idOf(leaflet[0])}`)).response.status).toBe(200)
})

test('a resource without a public address has the absolute address of its page: in answers, streams, histories and for staff', async () => {
  const chat = chatOf(service)
  const own = `${service.url()}/content/${idOf(leaflet[0])}`
  const { resources, session_token } = await chat.say(storage)
  const resource = { type: 'webpage', title: 'Emgality leaflet', url: own, section_type: 'storage' }
  expect(resources).toEqual([resource])
  expect((await chat.stream(storage)).resources).toEqual([resource])
  expect((await chat.history(session_token)).at(-1)?.resources).toEqual([resource])
  const { data } = await service.graphql(
    '{ conversations(first: 1) { edges { node { messages { edges { node { resources { ... on WebResource { url } } } } } } } } }',
  )
  expect(data.conversations.edges[0].node.messages.edges[1].node.resources).toEqual([{ url: own }])
  expect((await open(new URL(own).pathname)).html).toContain('<ul><li dir="auto">Do not freeze it.</li>')
})

test('an answer of before these pages leads to the section of its title, or to a page that says it is gone', async () => {
  const chat = chatOf(service)
  const { session_token } = await chat.say(storage)
  const keep = (resources: object[]) =>
    service.sql("UPDATE chat_message SET resources = $1 WHERE id = (SELECT max(id) FROM chat_message WHERE role = 'assistant')", [
      JSON.stringify(resources),
    ])
  const old = { type: 'webpage', title: 'Emgality leaflet', url: null, sectionType: 'storage' }
  await keep([old, { ...old, title: 'Long gone' }])
  const shown = (await chat.history(session_token)).at(-1)?.resources?.map(({ url }) => url)
  expect(shown).toEqual([`${service.url()}/content/${idOf(leaflet[0])}`, `${service.url()}/content/removed`])
})

test('addresses begin with PUBLIC_URL, else as the request was addressed, and a proxy is believed only where it is trusted', async () => {
  const forwarded = { 'x-forwarded-host': 'care.example.com', 'x-forwarded-proto': 'https' }
  const urlTo = async (headers: Record<string, string>) => (await chatOf(service, { headers }).say(storage)).resources[0]?.url
  expect(await urlTo(forwarded)).toBe(`${service.url()}/content/${idOf(leaflet[0])}`)
  await service.restart({ TRUST_PROXY_HOPS: '1' })
  expect(await urlTo(forwarded)).toBe(`https://care.example.com/content/${idOf(leaflet[0])}`)
  expect(await urlTo({ ...forwarded, 'x-forwarded-host': 'evil"><script>' })).toBe(`/content/${idOf(leaflet[0])}`)
  await service.restart({ PUBLIC_URL: 'https://care.example.org/outreach/', TRUST_PROXY_HOPS: '1' })
  expect(await urlTo(forwarded)).toBe(`https://care.example.org/outreach/content/${idOf(leaflet[0])}`)
})

test('pages have the rate of a visitor, told in a page', async () => {
  await service.restart({ RATE_LIMIT_PER_MINUTE: '2' })
  const path = `/content/${idOf(leaflet[0])}`
  await open(path)
  await open(path)
  const { response, html } = await open(path)
  expect([response.status, html]).toEqual([429, expect.stringContaining('Please wait a minute')])
  expect(response.headers.get('retry-after')).not.toBeNull()
})
