import { setTimeout } from 'node:timers/promises'
import type { Fault } from './scenario.ts'

/** As a server is whose standby was not promoted, or whose disk is guarded. */
export const fault: Fault = {
  title: 'PostgreSQL read-only for 20 s',
  async strike({ postgres }) {
    const set = async (value: string) => {
      await postgres?.sql(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
      await postgres?.sql('SELECT pg_reload_conf()')
    }
    await set('on')
    await setTimeout(20_000)
    await postgres?.sql('ALTER SYSTEM RESET default_transaction_read_only')
    await postgres?.sql('SELECT pg_reload_conf()')
  },
}
