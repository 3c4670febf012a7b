import { setTimeout } from 'node:timers/promises'
import type { Fault } from './scenario.ts'
import { slowNetwork } from './slow-network.ts'

let network: Awaited<ReturnType<typeof slowNetwork>> | undefined

export const fault: Fault = {
  title: 'PostgreSQL takes 2 s a statement, for 20 s',
  options: () => ({
    before: async (url) => {
      network = await slowNetwork(url)
      return network.url
    },
  }),
  async strike() {
    network?.delay(2_000)
    await setTimeout(20_000)
    network?.delay(0)
  },
  after: async () => network?.stop(),
}
