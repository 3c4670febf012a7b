import { setTimeout } from 'node:timers/promises'
import type { Server } from '../support.ts'
import { type Asked, askService } from './ask.ts'
import { now } from './clock.ts'
import { joined } from './first-token.ts'
import type { ModelServer } from './model-log.ts'
import { type Memory, memory, metric } from './service.ts'

const knobs = { firstTokenMs: 50, tokensPerSecond: 50, tokens: 1000 }

export interface Left {
  asked: number
  left: number
  byModel: number
  /** From the reader's leaving to the model's losing its connection. */
  untilClosed: number[]
  notClosed: number
  /** From the last one's leaving until the service counts no answer under way. */
  idleMs: number
  running: number
  openAtModel: number
  memory: Memory
}

/** So many streams whose readers leave after the first token, some at a time. */
export async function leavers(
  service: Server,
  model: ModelServer,
  questions: readonly string[],
  { count, atOnce }: { count: number; atOnce: number },
): Promise<Left> {
  await model.set(knobs)
  await model.log()
  const asked: Asked[] = []
  let next = 0
  const reader = async () => {
    while (next < count) asked.push(await askService(service.url, questions[next++ % questions.length] ?? '', 1))
  }
  await Promise.all(Array.from({ length: atOnce }, reader))
  const over = now()
  let running = await metric(service, 'chat_answers_running')
  while (running > 0 && now() - over < 10_000) {
    await setTimeout(20)
    running = await metric(service, 'chat_answers_running')
  }
  const idleMs = now() - over
  const log = await model.log()
  const both = joined(asked, log)
  return {
    asked: asked.length,
    left: asked.filter(({ end }) => end === 'left').length,
    byModel: both.length,
    untilClosed: both.flatMap(({ asked: { ended }, reply: { closed } }) => (closed === undefined ? [] : [closed - ended])),
    notClosed: log.replies.filter(({ closed }) => closed === undefined).length,
    idleMs,
    running,
    openAtModel: log.open,
    memory: await memory(service),
  }
}
