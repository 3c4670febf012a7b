import { setTimeout } from 'node:timers/promises'
import { type FakeOpenAi, startFakeOpenAi } from '../../test/support/fake-openai.ts'
import { apiKey, widgetKey } from '../support.ts'
import { type Fault, latencies } from './scenario.ts'

let fake: FakeOpenAi | undefined

const truth = 'SOURCES: 1\nKeep it in the refrigerator.'
const lie = 'You can safely take 900 mg of it every hour.'
const told: string[] = []

/** The server of the chat model in each of its bad states for 15 s: it hangs, it fails, it is slow, it lies. */
export const fault: Fault = {
  title: 'the model server hangs, fails, is slow and lies, 15 s each',
  async options() {
    fake = await startFakeOpenAi()
    fake.chat.stream.says = truth
    const env = { ...fake.env, OPENAI_EMBEDDING_MODEL: 'local', MODEL_TIMEOUT_SECONDS: '10' }
    return { env: { SAMPLE_LIBRARY: 'true', ...env } }
  },
  async strike({ url }) {
    if (!fake) return
    const { chat } = fake
    const { stream } = chat
    const failing = { status: 500 } as const
    const states: [string, () => unknown, () => unknown][] = [
      ['hangs', () => [Object.assign(stream, { gated: true }), Object.assign(chat, { holding: true })], () => chat.release()],
      ['fails with 500', () => setAlways(failing), () => setAlways(undefined)],
      [
        'waits 3 s before its first word',
        () => Object.assign(stream, { firstTokenMs: 3_000 }),
        () => Object.assign(stream, { firstTokenMs: 0 }),
      ],
      ['lies', () => Object.assign(stream, { says: `SOURCES: 1\n${lie}` }), () => Object.assign(stream, { says: truth })],
    ]
    const setAlways = (always: typeof failing | undefined) => [Object.assign(stream, { always }), Object.assign(chat, { always })]
    for (const [name, begin, end] of states) {
      begin()
      const asked = Array.from({ length: 8 }, (_, index) => ask(url, `How do I store Emgality in case ${index}?`))
      await setTimeout(15_000)
      end()
      const answers = await Promise.all(asked)
      const well = answers.filter(({ status }) => status === 200).length
      const lied = answers.filter(({ text }) => text.includes('900')).length
      const spread = latencies(answers.map(({ ms }) => ({ kind: 'chat', at: 0, ms, outcome: '' })))
      told.push(`Model ${name}: ${well} of ${answers.length} messages answered, ${spread} ms, ${lied} with a figure that the sources lack.`)
    }
  },
  tell: () => told,
  after: async () => fake?.[Symbol.asyncDispose](),
}

async function ask(url: string, message: string) {
  const start = performance.now()
  const response = await fetch(`${url}/api/v1/widget/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': widgetKey, authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ message }),
  })
  return { status: response.status, text: await response.text(), ms: performance.now() - start }
}
