import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Fault } from './scenario.ts'

const file = join(tmpdir(), `care-clock-${process.pid}`)
const hour = 3_600_000

/** The wall clock of the instances steps while that of PostgreSQL goes on. */
export const fault: Fault = {
  title: 'clocks of the instances step by +1 h, −1 h and +25 h, 8 s each',
  async options() {
    await writeFile(file, '0')
    const shift = fileURLToPath(new URL('clock-shift.ts', import.meta.url))
    return { program: ['--import', shift, 'dist/main.js'], env: { CLOCK_FILE: file } }
  },
  async strike() {
    for (const step of [hour, -hour, 25 * hour]) {
      await writeFile(file, String(step))
      await setTimeout(8_000)
    }
    await writeFile(file, '0')
  },
}
