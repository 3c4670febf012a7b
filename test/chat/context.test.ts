import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatOf, citing, questionOf, sourcesOf, startModelChat } from '../support/chat.ts'
import type { ChatRequest } from '../support/fake-chat.ts'
import { addItems, type Item, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { startTestService, type TestService } from '../support/service.ts'

// The context of an answer: the page that the visitor is on, and the conversation so far.

const page = (path: string) => `https://care.example/${path}`
const helpline = (brand: string, hours: string): Item => ({
  title: `${brand} helpline`,
  section_header: 'When you can call',
  content: `The helpline for patients is open ${hours}.`,
  section_type: 'patient_support',
  source_type: 'webpage',
  source_url: page(`${brand}/help`),
})
/** Two pages that answer equally. */
const items: Item[] = [
  ...libraryItems,
  helpline('northern', 'from Monday to Friday'),
  helpline('southern', 'on Saturday and Sunday'),
  {
    title: 'Taltz for children',
    section_header: 'Dose for children',
    content: 'Children with plaque psoriasis who weigh more than 50 kg take 160 mg of Taltz at first, then 80 mg every 4 weeks.',
    section_type: 'dosing',
    source_type: 'webpage',
    source_url: page('taltz/children'),
  },
  {
    title: 'Taltz for adults',
    section_header: 'Dose for adults',
    content: 'The recommended dose of Taltz for adults with plaque psoriasis is 160 mg at first, then 80 mg every 2 weeks.',
    section_type: 'dosing',
    source_type: 'webpage',
    source_url: page('taltz/adults'),
  },
]
const when = 'When is the helpline for patients open?'

describe('without a model', () => {
  let service: TestService
  let chat: ReturnType<typeof chatOf>
  beforeAll(async () => {
    service = await startTestService()
    chat = chatOf(service)
    await addItems(service, items)
    await searchable(service)
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const firstResource = async (fields: object) => (await chat.say({ message: when, ...fields })).resources[0]?.url

  test.each(['northern', 'southern'])(
    'of two pages that answer equally, the one that the visitor looks at comes first: %s',
    async (brand) => {
      expect(await firstResource({ page_url: page(`${brand}/help`) })).toBe(page(`${brand}/help`))
      expect((await chat.stream({ message: when, page_url: page(`${brand}/help`) })).resources[0]?.url).toBe(page(`${brand}/help`))
    },
  )

  test.each([
    'https://care.example/southern/help/',
    'https://care.example/southern/help?utm_source=mail&name=Ada',
    'https://care.example/southern/help#hours',
    'https://CARE.example/southern/help',
    'http://www.care.example/southern/help',
  ])('%s is the same page', async (page_url) => {
    expect(await firstResource({ page_url })).toBe(page('southern/help'))
  })

  test.each(['https://care.example/', 'https://other.example/southern/help', '/southern/help', 'not a url', '%%%', 'javascript:alert(1)'])(
    '%s is another page or none, and the question is still answered',
    async (page_url) => {
      expect(await firstResource({ page_url })).toBe(await firstResource({}))
    },
  )

  test('the page that a session started on counts until another is given', async () => {
    const session_token = await chat.session({ page_url: page('southern/help') })
    expect(await firstResource({ session_token })).toBe(page('southern/help'))
    expect(await firstResource({ session_token, page_url: page('northern/help') })).toBe(page('northern/help'))
    const other = await chat.session({ page_url: page('northern/help') })
    expect(await firstResource({ session_token: other })).toBe(page('northern/help'))
  })

  test('a page does not answer what it does not contain', async () => {
    const { resources, answer } = await chat.say({ message: 'How do I store Emgality?', page_url: page('southern/help') })
    expect(resources.map(({ title }) => title)).toEqual(['Emgality storage'])
    expect(answer).toContain('refrigerator')
  })

  test('“and for children?” is understood from the previous question', async () => {
    const { session_token, answer } = await chat.say('What is the recommended dose of Taltz for adults?')
    expect(answer).toContain('every 2 weeks')
    const followed = await chat.say({ message: 'And for children?', session_token })
    expect(followed.answer).toContain('every 4 weeks')
    expect(followed.resources.map(({ title }) => title)).toContain('Taltz for children')
  })

  test('“and for children?” about one medicine is not answered with the dose of another', async () => {
    const { session_token, answer } = await chat.say('What is the recommended dose of Humira?')
    expect(answer).toContain('40 mg of Humira')
    expect((await chat.say({ message: 'And for children?', session_token })).answer).not.toMatch(/Taltz|160 mg/)
  })

  test('the history has the visitor’s own words, not the rewritten question', async () => {
    const { session_token } = await chat.say('How do I store Emgality?')
    await chat.say({ message: 'And Humira?', session_token })
    expect((await chat.history(session_token))[2]?.content).toBe('And Humira?')
  })
})

describe('with a model', () => {
  let started: Awaited<ReturnType<typeof startModelChat>>
  beforeAll(async () => {
    started = await startModelChat({ CHAT_MODEL_PATIENCE_SECONDS: '2' }, items)
  })
  afterAll(() => started[Symbol.asyncDispose]())
  beforeEach(() => {
    Object.assign(started.model, { says: citing('Taltz for adults', 'It is as the label says.'), always: undefined, asked: [] })
    Object.assign(started.rewriting, {
      answer: 'What is the recommended dose of Taltz for children?',
      always: undefined,
      mishaps: [],
      asked: [],
    })
  })
  const dose = 'What is the recommended dose of Taltz for adults?'
  const last = () => started.model.asked.at(-1) as ChatRequest

  test('the model rewrites a follow-up from the conversation, and the rewritten question is answered', async () => {
    const { session_token } = await started.chat.say(dose)
    await started.chat.say({ message: 'And for children?', session_token })
    const [rewrite] = started.rewriting.asked
    expect(started.rewriting.asked).toHaveLength(1)
    expect(rewrite?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(rewrite?.messages[1]?.content).toBe(dose)
    expect(rewrite?.messages.at(-1)?.content).toContain('And for children?')
    expect(questionOf(last())).toContain('What is the recommended dose of Taltz for children?')
    expect(sourcesOf(last())).toContain('Taltz for children')
    expect((await started.chat.history(session_token)).map(({ content }) => content)[2]).toBe('And for children?')
  })

  test('neither a first question nor a standalone one is rewritten', async () => {
    const { session_token } = await started.chat.say(dose)
    await started.chat.say({ message: 'How do I store Emgality?', session_token })
    expect(started.rewriting.asked).toEqual([])
    expect(questionOf(last())).toBe('How do I store Emgality?')
  })

  test.each([
    ['fails', { always: { status: 500 } }],
    ['is silent', { holding: true }],
    ['says nothing', { answer: '' }],
    ['explains itself', { answer: `Here is the question: ${'I think that it is about children. '.repeat(30)}` }],
    ['breaks off', { always: 'cut connection' }],
  ])('where it %s, the rules rewrite', async (_name, mishap) => {
    const { session_token } = await started.chat.say(dose)
    Object.assign(started.rewriting, mishap)
    await started.chat.say({ message: 'And for children?', session_token })
    started.rewriting.release()
    expect(questionOf(last())).toMatch(/Taltz/)
    expect(questionOf(last())).toMatch(/children/)
    expect(sourcesOf(last())).toContain('Taltz for children')
  })

  test('a rewritten question cannot introduce a number that neither the sources nor the visitor gave', async () => {
    const { session_token } = await started.chat.say(dose)
    started.rewriting.answer = 'What is the dose of Taltz for children, is it 9999 mg?'
    started.model.says = citing('Taltz for children', 'Yes, 9999 mg.')
    const { answer } = await started.chat.say({ message: 'And for children?', session_token })
    expect(answer).not.toContain('9999')
  })

  test.each([
    ['another medicine than the conversation', 'What is the recommended dose of Humira?'],
    ['another medicine beside its own', 'Is the dose of Taltz for children that of Humira?'],
    ['a medicine no more', 'What is the recommended dose for adults?'],
    ['a figure that nobody said', 'What is the dose of Taltz for a child of 20 kg?'],
  ])('where it names %s, the rules rewrite', async (_name, answer) => {
    const { session_token } = await started.chat.say(dose)
    started.rewriting.answer = answer
    await started.chat.say({ message: 'And for children?', session_token })
    expect(started.rewriting.asked).toHaveLength(1)
    expect(questionOf(last())).toBe('What is the recommended dose of Taltz for children?')
  })

  test('of two medicines it goes back to the earlier one only where the visitor points at another', async () => {
    const { session_token } = await started.chat.say('How do I store Emgality?')
    await started.chat.say({ message: dose, session_token })
    started.rewriting.answer = 'What is the recommended dose of Emgality?'
    await started.chat.say({ message: 'And how much do I take?', session_token })
    expect(questionOf(last())).toContain('Taltz')
    await started.chat.say({ message: 'And what is the dose of the first one?', session_token })
    expect(questionOf(last())).toBe('What is the recommended dose of Emgality?')
  })

  test('in a long conversation the model gets the latest complete messages, beginning with one of the visitor’s', async () => {
    const session_token = await started.chat.session()
    const said: string[] = []
    for (let turn = 0; turn < 12; turn++) {
      const message = `Question ${turn} about the dose of Taltz for adults: ${'my sister asked and I would like to know, '.repeat(15)}so what is it?`
      said.push(message)
      await started.chat.say({ message, session_token })
    }
    const { messages } = last()
    const history = messages.slice(1, -1)
    expect(history.length).toBeGreaterThan(2)
    expect(history.length).toBeLessThan(22)
    expect(history.map(({ role }) => role)).toEqual(history.map((_, place) => (place % 2 ? 'assistant' : 'user')))
    const whole = [...said, 'It is as the label says.']
    for (const { content } of history) expect(whole).toContain(content)
    expect(history.at(-2)?.content).toBe(said.at(-2))
  })

  test('a message longer than the window is left out of the history, not cut', async () => {
    const session_token = await started.chat.session()
    const long = `${'a word of it and '.repeat(230)}what is the dose of Taltz?`.slice(-4000).trim()
    await started.chat.say({ message: long, session_token })
    await started.chat.say({ message: dose, session_token })
    await started.chat.say({ message: dose, session_token })
    for (const { content } of last().messages.slice(1, -1)) expect([long, dose, 'It is as the label says.']).toContain(content)
  })

  test('the model never sees another conversation', async () => {
    await started.chat.say('What is the recommended dose of Taltz for my zzyzx?')
    await started.chat.say(dose)
    expect(JSON.stringify(last().messages)).not.toContain('zzyzx')
    expect(last().messages).toHaveLength(2)
  })
})
