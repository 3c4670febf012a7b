import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { chatOf } from '../support/chat.ts'
import { keyWith } from '../support/library.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// Staff look for words in what was said, which is stored sealed.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService({ FIELD_ENCRYPTION_KEY: `one:${randomBytes(32).toString('base64')}` })
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

interface Found {
  matches: { record: { id: number }; excerpt: string }[]
  readBackTo: string | null
  continueBefore: number | null
}

async function find(field: 'findCalls' | 'findConversations' | 'findAdverseEvents', variables: object): Promise<Found> {
  const text = `query($words: String!, $created: DateTimeRange, $limit: Int, $before: Int) {
    ${field}(words: $words, created: $created, limit: $limit, before: $before) { matches { record { id } excerpt } readBackTo continueBefore } }`
  return (await voice.query(text, { limit: 20, ...variables }))[field]
}

const idsOf = ({ matches }: Found) => matches.map(({ record }) => record.id)

async function ended(transcript: string) {
  const conversation = newConversation('words')
  await voice.postCall(conversation, { status: 'completed', transcript })
  return voice.idOf(conversation)
}

describe('calls', () => {
  test('are found by all the words in any form and order, with the turn that has the most of them', async () => {
    const id = await ended('agent: How can I help?\nuser: My zebras were injected by the neighbour on Tuesday.\nagent: I see.')
    expect(await find('findCalls', { words: 'Neighbours injections ZEBRA' })).toMatchObject({
      matches: [{ record: { id }, excerpt: 'user: My zebras were injected by the neighbour on Tuesday.' }],
    })
    expect(idsOf(await find('findCalls', { words: 'zebra giraffe' }))).toEqual([])
  })

  test('that go on are found by what was said so far', async () => {
    const id = await voice.register(newConversation('live'))
    await voice.say(id, 'The armadillo came with the parcel.')
    expect(idsOf(await find('findCalls', { words: 'armadillo' }))).toEqual([id])
  })

  test('are found by what was said beside their transcript, too', async () => {
    const conversation = newConversation('beside')
    const id = await voice.register(conversation)
    await voice.say(id, 'The okapi fell off the cart.')
    await voice.postCall(conversation, { status: 'completed', transcript: 'user: Good morning.' })
    expect(idsOf(await find('findCalls', { words: 'okapi morning' }))).toEqual([id])
  })

  test('whose text cannot be opened are counted, and those behind them found', async () => {
    const behind = await ended('user: The quokka is out.')
    const broken = await ended('user: Another quokka is out.')
    await service.sql("UPDATE call_transcript SET transcript = 'enc:v1:one:AAAA' WHERE voice_call_id = $1", [broken])
    const { findCalls } = await voice.query('{ findCalls(words: "quokka") { matches { record { id } } unread } }')
    expect(findCalls).toEqual({ matches: [{ record: { id: behind } }], unread: 1 })
    await service.sql('DELETE FROM call_transcript WHERE voice_call_id = $1', [broken])
  })

  test('are given page by page, the newest first, and each once', async () => {
    const ids: number[] = []
    for (let nth = 0; nth < 5; nth++) ids.unshift(await ended(`user: It is about the pelican, number ${nth}.`))
    const found: number[] = []
    let before: number | null | undefined
    do {
      const page = await find('findCalls', { words: 'pelican', limit: 2, before })
      found.push(...idsOf(page))
      before = page.continueBefore
    } while (before !== null)
    expect(found).toEqual(ids)
  })

  test('of another time are not read', async () => {
    await ended('user: The walrus is well.')
    expect(await find('findCalls', { words: 'walrus', created: { to: '2020-01-01T00:00:00Z' } })).toEqual({
      matches: [],
      readBackTo: null,
      continueBefore: null,
    })
  })

  test('whose words were found are in the trail of their patient, though only the excerpt was asked for', async () => {
    const person = await voice.person()
    const conversation = newConversation('audited')
    await voice.verify(conversation, person)
    await voice.postCall(conversation, { status: 'completed', transcript: 'user: I keep a narwhal.' })
    await voice.query('{ findCalls(words: "narwhal") { matches { excerpt } } }')
    expect(await auditEventsOf(service, person.id, 'action')).toContainEqual({ action: 'voice_call.read' })
    const { data } = await service.graphql('{ auditEvents(first: 20) { edges { node { action } } } }')
    expect(data.auditEvents.edges.map(({ node }: { node: { action: string } }) => node.action)).toContain('voice_call.search')
  })

  test.each([{ words: '' }, { words: '?!' }, { words: 'x'.repeat(201) }, { words: 'a', limit: 51 }, { words: 'a', before: 0 }])(
    'are not looked for by %o',
    async (variables) => {
      const { errors } = await service.graphql(
        'query($words: String!, $limit: Int, $before: Int) { findCalls(words: $words, limit: $limit, before: $before) { readBackTo } }',
        { limit: 20, ...variables },
      )
      expect(errors?.[0]?.extensions?.code).toBe('INVALID_INPUT')
    },
  )
})

test('conversations are found by what visitors wrote, not by what was answered', async () => {
  const chat = chatOf(service)
  const { session_token } = await chat.say('Is there an ombudsman for capybaras?')
  const [message] = await chat.history(session_token)
  const found = await find('findConversations', { words: 'capybara' })
  expect(found.matches).toEqual([{ record: { id: expect.any(Number) }, excerpt: message?.content }])
  expect(idsOf(await find('findConversations', { words: 'apologize library' }))).toEqual([])
})

test('cases are found by what is told of them', async () => {
  const { enterAdverseEvent } = await voice.query(
    'mutation($input: EnterAdverseEventInput!) { enterAdverseEvent(input: $input) { adverseEvent { id } } }',
    { input: { eventDescription: 'Purple blotches after the second pen', medicationName: 'Zavorel' } },
  )
  const { id } = enterAdverseEvent.adverseEvent
  expect(await find('findAdverseEvents', { words: 'zavorel blotch' })).toMatchObject({
    matches: [{ record: { id }, excerpt: 'Purple blotches after the second pen' }],
  })
  expect(idsOf(await find('findAdverseEvents', { words: 'zavorel aubergine' }))).toEqual([])
  const reviewer = await keyWith(service, 'safety_review')
  expect((await service.graphql('{ findAdverseEvents(words: "zavorel") { readBackTo } }', {}, { key: reviewer })).errors).toBeUndefined()
})

test('whoever may not read patients finds no words', async () => {
  const key = await keyWith(service, 'library')
  for (const field of ['findCalls', 'findConversations', 'findAdverseEvents']) {
    const { errors } = await service.graphql(`{ ${field}(words: "zebra") { readBackTo } }`, {}, { key })
    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  }
})
