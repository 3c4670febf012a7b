import { randomBytes } from 'node:crypto'
import { createFieldEncryption } from '../../src/platform/field-encryption/field-encryption.ts'
import { fieldKeys } from '../../src/platform/field-encryption/field-keys.ts'
import { defineSealedColumn } from '../../src/platform/field-encryption/sealed-column.ts'
import { createLog } from '../../src/platform/log.ts'
import { printTable } from '../support.ts'

/** CPU microseconds that sealing and opening one value takes, by its length. */
export function measureEachValue(): void {
  const keys = fieldKeys.parse(`bench:${randomBytes(32).toString('base64')}`)
  const fields = createFieldEncryption(keys, randomBytes(32), createLog('silent'))
  const column = defineSealedColumn({ table: 'utterance', column: 'text', owner: 'voice_call_id', json: false })
  const cpuOf = (times: number, work: () => unknown) => {
    for (let warm = 0; warm < times; warm++) work()
    const before = process.cpuUsage()
    for (let run = 0; run < times; run++) work()
    const { user, system } = process.cpuUsage(before)
    return ((user + system) / times).toFixed(1)
  }
  const rows = [100, 1_000, 10_000, 200_000, 1_000_000].map((length) => {
    const text = 'I am calling about my coverage. '.repeat(length / 32 + 1).slice(0, length)
    const times = Math.max(50, Math.round(2_000_000 / length))
    const stored = fields.seal(column, 17, text)
    return [length, cpuOf(times, () => fields.seal(column, 17, text)), cpuOf(times, () => fields.open(column, 17, stored))]
  })
  const hash = randomBytes(32).toString('base64url')
  rows.push(['fingerprint', cpuOf(20_000, () => fields.fingerprint(hash)), ''])
  printTable('One value: CPU µs', ['characters', 'seal', 'open'], rows)
}
