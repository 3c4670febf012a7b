import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Fault } from './scenario.ts'
import { mountVolume } from './volume.ts'

let volume: Awaited<ReturnType<typeof mountVolume>> | undefined

/** PostgreSQL's disk is filled up by somebody else, until there is room again and PostgreSQL, if it stopped, is started. */
export const fault: Fault = {
  title: "PostgreSQL's disk full for 20 s",
  async options() {
    volume = await mountVolume(700)
    return { dataFolder: volume.path, settings: { max_wal_size: "'64MB'", min_wal_size: "'32MB'" } }
  },
  async strike({ postgres }) {
    const ballast = join(volume?.path ?? '', 'ballast')
    const file = await open(ballast, 'w')
    const block = Buffer.alloc(1024 * 1024)
    for (const end = Date.now() + 20_000; Date.now() < end; ) {
      const { bavail } = await statfs(volume?.path ?? '')
      if (bavail > 0) await file.write(block).catch(() => {})
      else await setTimeout(20)
    }
    await file.close()
    await rm(ballast)
    // It ends itself where it cannot write its log; then it is started as an orchestrator does.
    if (postgres && !postgres.isRunning()) await postgres.start()
  },
  after: async () => volume?.remove(),
}
