import { setTimeout } from 'node:timers/promises'
import type { Fault } from './scenario.ts'

/** One of three instances is killed and started again, as an orchestrator does, three times. */
export const fault: Fault = {
  title: 'kill -9 of one of three instances, three times',
  async strike({ instances }) {
    for (const instance of instances) {
      await instance.end('SIGKILL')
      await setTimeout(2_000)
      await instance.start()
    }
  },
}
