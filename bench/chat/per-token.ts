import { median, percentile, type Server } from '../support.ts'
import { type Asked, askModel, askService } from './ask.ts'
import { joined } from './first-token.ts'
import type { ModelServer } from './model-log.ts'
import { cpuSecondsOf } from './service.ts'

interface Paced {
  /** From the model's writing a token to its reader's having it. */
  delays: number[]
  /** From the first token to the last, divided among them. */
  perToken: number[]
  tokens: number
}

interface Measured {
  service: Paced
  direct: Paced
  /** Milliseconds of the service's processor, the beginning of each answer included. */
  cpu: number
}

/** Asks the service and the model in turns. */
export async function perToken(
  service: Server,
  model: ModelServer,
  questions: readonly string[],
  { tokensPerSecond, tokens, rounds }: { tokensPerSecond: number; tokens: number; rounds: number },
): Promise<Measured> {
  await model.set({ firstTokenMs: 20, tokensPerSecond, tokens })
  const [ours, direct]: [Asked[], Asked[]] = [[], []]
  const pool = questions.values()
  await askService(service.url, questions.at(-1) ?? '')
  await askModel(model.url)
  await model.log()
  const cpu = await cpuSecondsOf(service)
  while (direct.length < rounds) {
    ours.push(await askService(service.url, pool.next().value ?? questions[0] ?? ''))
    direct.push(await askModel(model.url))
  }
  const cpuSeconds = (await cpuSecondsOf(service)) - cpu
  const log = await model.log()
  const paced = (asked: readonly Asked[]): Paced => {
    const both = joined(asked, log).filter(({ asked: { words }, reply: { written } }) => words.length === written.length)
    return {
      delays: both.flatMap(({ asked: { words }, reply: { written } }) => words.map(({ at }, index) => at - (written[index] ?? Number.NaN))),
      perToken: both.map(({ asked: { words } }) => ((words.at(-1)?.at ?? Number.NaN) - (words[0]?.at ?? Number.NaN)) / (words.length - 1)),
      tokens: both.reduce((sum, { asked: { words } }) => sum + words.length, 0),
    }
  }
  const all = ours.reduce((sum, { words }) => sum + words.length, 0)
  return { service: paced(ours), direct: paced(direct), cpu: (1000 * cpuSeconds) / all }
}

export const rowOf = (name: string, { service, direct, cpu }: Measured): (string | number)[] => {
  const cells = ({ delays, perToken: each }: Paced) => [
    `${median(delays).toFixed(2)} / ${percentile(delays, 0.95).toFixed(2)}`,
    median(each).toFixed(3),
  ]
  const added = median(service.perToken) - median(direct.perToken)
  return [
    name,
    service.tokens,
    ...cells(service),
    ...cells(direct),
    added.toFixed(3),
    (median(service.delays) - median(direct.delays)).toFixed(2),
    cpu.toFixed(3),
  ]
}
