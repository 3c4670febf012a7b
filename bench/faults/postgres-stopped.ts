import { setTimeout } from 'node:timers/promises'
import type { Fault } from './scenario.ts'

export const fault: Fault = {
  title: 'PostgreSQL stopped for 20 s',
  async strike({ postgres }) {
    await postgres?.end('SIGINT')
    await setTimeout(20_000)
    await postgres?.start()
  },
}
