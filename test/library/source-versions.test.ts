import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAddress, addFile, allItems, keyWith, refresh, remove, searchable, sourceRead, widgetOf } from '../support/library.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { heldPage, startWebServer } from '../support/web-server.ts'

// What is read may wait until somebody has looked at it, and visitors see it for as long as that person says.

const page = (...sections: [header: string, text: string][]) =>
  `# Zavorel\n\n${sections.map(([header, text]) => `## ${header}\n\n${text}`).join('\n\n')}\n`
const storage = (text: string) => page(['How to store it', text])

interface Version {
  id: number
  number: number
  state: string
  draftedBy: string
  reviewNote: string | null
}

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const versionsOf = async (client: TestService, id: number): Promise<Version[]> =>
  (
    await client.graphql(
      'query($id: Int!) { contentSource(id: $id) { versions { id number state draftedBy reviewNote publishFrom publishUntil } } }',
      { id },
    )
  ).data.contentSource.versions
const latest = async (client: TestService, id: number) => (await versionsOf(client, id))[0] as Version
const review = (client: TestService, input: object, key?: string) =>
  client.graphql(
    'mutation($input: ReviewSourceVersionInput!) { reviewSourceVersion(input: $input) { version { state publishUntil } } }',
    { input },
    key === undefined ? {} : { key },
  )
const codeOf = (body: { errors?: { extensions: { code: string } }[] }) => body.errors?.[0]?.extensions.code
const inState = (client: TestService, id: number, state: string) => until(async () => (await latest(client, id)).state === state)
const shownOf = async (client: TestService, sourceId: number): Promise<string[]> => {
  const query = 'query($sourceId: Int!) { contentItems(sourceId: $sourceId) { items { content } } }'
  const { data } = await client.graphql(query, { sourceId })
  return data.contentItems.items.map(({ content }: { content: string }) => content)
}
const draft = async (client: TestService, name: string, text: string) => {
  const id = await addFile(client, name, text, { draft: true })
  await sourceRead(client, id)
  return id
}

test('nobody finds a draft; once it is approved, the search does', async () => {
  const id = await draft(service, 'draft.md', storage('Keep Zavorel behind the blue curtain.'))
  const ask = async () => (await widgetOf(service).search({ query: 'blue curtain' })).body.results
  expect(await shownOf(service, id)).toEqual([])
  expect(await ask()).toEqual([])
  const { id: version } = await latest(service, id)
  await review(service, { id: version, step: 'submit' })
  expect(await shownOf(service, id)).toEqual([])
  await review(service, { id: version, step: 'approve' })
  await inState(service, id, 'published')
  await searchable(service)
  expect(await ask()).toMatchObject([{ title: 'Zavorel' }])
})

test('a further draft leaves what visitors see as it is, and takes its place when it is approved', async () => {
  const id = await addFile(service, 'changed.md', storage('Keep it cool.'))
  await sourceRead(service, id)
  await draft(service, 'changed.md', storage('Keep it warm.'))
  expect(await shownOf(service, id)).toEqual(['Keep it cool.'])
  expect(await versionsOf(service, id)).toMatchObject([
    { number: 2, state: 'draft' },
    { number: 1, state: 'published' },
  ])
  await review(service, { id: (await latest(service, id)).id, step: 'approve' })
  await until(async () => (await shownOf(service, id))[0] === 'Keep it warm.')
  await inState(service, id, 'published')
  expect(await versionsOf(service, id)).toMatchObject([{ state: 'published' }, { number: 1, state: 'replaced' }])
})

test('a version waits for its time, and is taken back when its time is over', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const id = await draft(service, 'timed.md', storage('Only this season.'))
  const { id: version } = await latest(service, id)
  await review(service, { id: version, step: 'approve', publishFrom: later })
  // Any other step lets the job look at what is due.
  const look = async () => {
    const other = await draft(service, 'other.md', storage(`Looked at ${Math.random()}.`))
    await review(service, { id: (await latest(service, other)).id, step: 'approve' })
    await inState(service, other, 'published')
  }
  await look()
  expect([await shownOf(service, id), (await latest(service, id)).state]).toEqual([[], 'approved'])
  await service.sql("UPDATE source_version SET publish_from = now() - interval '1 minute' WHERE id = $1", [version])
  await look()
  await inState(service, id, 'published')
  expect(await shownOf(service, id)).toEqual(['Only this season.'])
  expect((await review(service, { id: version, step: 'approve', publishUntil: later })).data.reviewSourceVersion.version).toEqual({
    state: 'published',
    publishUntil: later,
  })
  await service.sql('UPDATE source_version SET publish_until = now() WHERE id = $1', [version])
  await look()
  await inState(service, id, 'expired')
  expect(await shownOf(service, id)).toEqual([])
})

test('what was withdrawn is gone, and the same file is a new version', async () => {
  const text = storage('Withdrawn and told again.')
  const id = await addFile(service, 'withdrawn.md', text)
  await sourceRead(service, id)
  await review(service, { id: (await latest(service, id)).id, step: 'withdraw' })
  await inState(service, id, 'expired')
  expect(await shownOf(service, id)).toEqual([])
  await addFile(service, 'withdrawn.md', text)
  await sourceRead(service, id)
  expect(await shownOf(service, id)).toEqual(['Withdrawn and told again.'])
  expect(await versionsOf(service, id)).toMatchObject([
    { number: 2, state: 'published' },
    { number: 1, state: 'expired' },
  ])
})

test('a version tells what it adds, changes and takes away from what visitors see', async () => {
  const id = await addFile(
    service,
    'compared.md',
    page(['Storage', 'Keep it cool.'], ['Travel', 'Ask the airline.'], ['Old', 'Gone soon.']),
  )
  await sourceRead(service, id)
  await draft(service, 'compared.md', page(['Storage', 'Keep it warm.'], ['Travel', 'Ask the airline.'], ['New', 'Just here.']))
  const query = `query($id: Int!) {
    versionComparison(id: $id) { added changed removed same sections(differing: true) { change header content before } }
  }`
  const { data } = await service.graphql(query, { id: (await latest(service, id)).id })
  expect(data.versionComparison).toEqual({
    added: 1,
    changed: 1,
    removed: 1,
    same: 1,
    sections: [
      { change: 'changed', header: 'Storage', content: 'Keep it warm.', before: 'Keep it cool.' },
      { change: 'added', header: 'New', content: 'Just here.', before: null },
      { change: 'removed', header: 'Old', content: 'Gone soon.', before: null },
    ],
  })
})

test('a title that staff gave stays when the source is read again', async () => {
  const retitle = (id: number, title: string) =>
    service.graphql('mutation($id: Int!, $title: String!) { retitleSource(input: { id: $id, title: $title }) { source { id } } }', {
      id,
      title,
    })
  await using web = await startWebServer({ '/': '<title>As it came</title><h1>As it came</h1><p>Keep it in the dark.</p>' })
  await using own = await startTestService({ LIBRARY_PRIVATE_ORIGINS: web.origin })
  const titles = async () => [...new Set((await allItems(own)).map(({ title }) => title))]
  const { data } = await own.graphql(
    'mutation($address: String!) { addSource(input: { from: { address: $address } }) { source { id } } }',
    {
      address: `${web.origin}/`,
    },
  )
  const { id } = data.addSource.source
  await sourceRead(own, id)
  const { errors } = await own.graphql(
    'mutation($id: Int!) { retitleSource(input: { id: $id, title: "Zavorel, stored" }) { source { id } } }',
    {
      id,
    },
  )
  expect(errors).toBeUndefined()
  await until(async () => (await titles())[0] === 'Zavorel, stored')
  web.pages['/'] = '<title>As it came</title><h1>As it came</h1><p>Keep it in the light.</p>'
  await refresh(own, id)
  await sourceRead(own, id)
  expect(await titles()).toEqual(['Zavorel, stored'])
  expect(await shownOf(own, id)).toEqual(['Keep it in the light.'])
  const mixed = await addFile(service, 'mixed.jsonl', '{"title":"One","content":"1."}\n{"title":"Two","content":"2."}')
  await sourceRead(service, mixed)
  expect(codeOf(await retitle(mixed, 'Three'))).toBe('CONFLICT')
})

test('another title brings back nothing that was withdrawn', async () => {
  const id = await addFile(service, 'gone.md', storage('Withdrawn for good.'))
  await sourceRead(service, id)
  await review(service, { id: (await latest(service, id)).id, step: 'withdraw' })
  await inState(service, id, 'expired')
  const { errors } = await service.graphql('mutation($id: Int!) { retitleSource(input: { id: $id, title: "Other" }) { source { id } } }', {
    id,
  })
  expect(errors).toBeUndefined()
  expect(await latest(service, id)).toMatchObject({ number: 2, state: 'draft' })
  expect(await shownOf(service, id)).toEqual([])
})

test('the same file that does not wait any more is shown, and what was withdrawn and is added again at once stays', async () => {
  const text = storage('Waits no longer.')
  const id = await draft(service, 'released.md', text)
  await addFile(service, 'released.md', text, { draft: false })
  await sourceRead(service, id)
  expect(await shownOf(service, id)).toEqual(['Waits no longer.'])
  await review(service, { id: (await latest(service, id)).id, step: 'withdraw' })
  await addFile(service, 'released.md', storage('Comes back at once.'))
  await sourceRead(service, id)
  await until(async () => (await versionsOf(service, id)).every(({ state }) => state !== 'approved'))
  await until(async () => (await shownOf(service, id))[0] === 'Comes back at once.')
  expect(await latest(service, id)).toMatchObject({ state: 'published', publishUntil: null })
})

test('what may be on its way to visitors is not returned; a source that cannot be stored fails by itself', async () => {
  const id = await draft(service, 'due.md', storage('Due at once.'))
  const { id: version } = await latest(service, id)
  await review(service, { id: version, step: 'approve' })
  expect(codeOf(await review(service, { id: version, step: 'return', note: 'Too late.' }))).toBe('CONFLICT')
  await inState(service, id, 'published')
  const nul = await addFile(service, 'nul.jsonl', JSON.stringify({ title: 'With NUL', content: 'a\0b' }), { draft: true })
  const { state, itemCount } = await sourceRead(service, nul)
  expect([state === 'failed' || (await versionsOf(service, nul)).length === 1, itemCount]).toEqual([true, 0])
})

test('a title that is given with a file goes before an earlier one', async () => {
  const id = await addFile(service, 'titled.md', storage('Titled.'))
  await sourceRead(service, id)
  await service.graphql('mutation($id: Int!) { retitleSource(input: { id: $id, title: "By staff" }) { source { id } } }', { id })
  await addFile(service, 'titled.md', storage('Titled anew.'), { title: 'With the file' })
  await sourceRead(service, id)
  await until(async () => (await shownOf(service, id))[0] === 'Titled anew.')
  expect((await allItems(service, `&source_id=${id}`)).filter(({ content }) => content === 'Titled anew.')[0]?.title).toBe('With the file')
})

test('a draft that follows a reading which ended half-way leaves visitors the published version whole', async () => {
  const id = await addFile(service, 'half.md', page(['One', 'First part.'], ['Two', 'Second part.']))
  await sourceRead(service, id)
  // As a process leaves it that was killed while it replaced items.
  await service.sql("DELETE FROM content_item WHERE source_id = $1 AND content = 'First part.'", [id])
  await service.sql('UPDATE content_source SET content_hash = NULL WHERE id = $1', [id])
  await draft(service, 'half.md', page(['One', 'Another first part.'], ['Two', 'Another second part.']))
  expect(await shownOf(service, id)).toEqual(['First part.', 'Second part.'])
})

test('nothing is withdrawn while its source is being read, and whoever asks is told so', async () => {
  const held = heldPage()
  await using web = await startWebServer({ '/': '<title>Kept</title><h1>Kept</h1><p>Keep it in the dark.</p>' })
  await using own = await startTestService({ LIBRARY_PRIVATE_ORIGINS: web.origin })
  const id = await addAddress(own, `${web.origin}/`)
  await sourceRead(own, id)
  const { id: version } = await latest(own, id)
  web.pages['/'] = held.page
  await refresh(own, id)
  await until(() => held.waiting.length === 1)
  expect(codeOf(await review(own, { id: version, step: 'withdraw' }))).toBe('CONFLICT')
  held.waiting[0]?.('<title>Kept</title><h1>Kept</h1><p>Keep it in the light.</p>')
  await until(async () => (await shownOf(own, id))[0] === 'Keep it in the light.')
})

test('a step that a version cannot take is refused, as is an end before the beginning; a removed source leaves no version', async () => {
  const id = await draft(service, 'steps.md', storage('Step by step.'))
  const { id: version } = await latest(service, id)
  expect(codeOf(await review(service, { id: version, step: 'withdraw' }))).toBe('CONFLICT')
  expect(codeOf(await review(service, { id: version, step: 'approve', publishUntil: '2020-01-01T00:00:00Z' }))).toBe('INVALID_INPUT')
  expect(codeOf(await review(service, { id: 2_000_000_000, step: 'approve' }))).toBe('NOT_FOUND')
  await review(service, { id: version, step: 'submit' })
  await review(service, { id: version, step: 'return', note: 'The second step is missing.' })
  expect(await latest(service, id)).toMatchObject({ state: 'draft', reviewNote: 'The second step is missing.' })
  await remove(service, id)
  expect(codeOf(await review(service, { id: version, step: 'submit' }))).toBe('NOT_FOUND')
})

describe('with LIBRARY_REVIEW', () => {
  test('whatever is added waits, and somebody else than its author publishes it', async () => {
    await using reviewed = await startTestService({ LIBRARY_REVIEW: 'true' })
    const id = await addFile(reviewed, 'zavorel.md', storage('Seen by two.'))
    await sourceRead(reviewed, id)
    expect((await reviewed.graphql('{ libraryStatus { isReviewed } }')).data.libraryStatus).toEqual({ isReviewed: true })
    const { id: version, state } = await latest(reviewed, id)
    expect([state, await shownOf(reviewed, id)]).toEqual(['draft', []])
    expect(codeOf(await review(reviewed, { id: version, step: 'approve' }))).toBe('FORBIDDEN')
    const colleague = await keyWith(reviewed, 'library')
    expect((await review(reviewed, { id: version, step: 'approve' }, colleague)).errors).toBeUndefined()
    await inState(reviewed, id, 'published')
    expect(await shownOf(reviewed, id)).toEqual(['Seen by two.'])
    // A title of a colleague's leaves the words its author's.
    await addFile(reviewed, 'zavorel.md', storage('Seen by one.'))
    await sourceRead(reviewed, id)
    const text = 'mutation($id: Int!) { retitleSource(input: { id: $id, title: "Better" }) { source { id } } }'
    expect((await reviewed.graphql(text, { id }, { key: colleague })).errors).toBeUndefined()
    for (const key of [undefined, colleague]) {
      expect(codeOf(await review(reviewed, { id: (await latest(reviewed, id)).id, step: 'approve' }, key))).toBe('FORBIDDEN')
    }
    const third = await keyWith(reviewed, 'library')
    expect((await review(reviewed, { id: (await latest(reviewed, id)).id, step: 'approve' }, third)).errors).toBeUndefined()
  })
})
