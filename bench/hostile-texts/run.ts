import { hostileTexts } from '../../test/support/hostile-texts.ts'
import { type TextReader, textReaders } from '../../test/support/text-readers.ts'
import { printTable } from '../support.ts'

/** Readers whose name has this: `npm run bench hostile-texts transcript`. */
const [part = ''] = process.argv.slice(2)
/** At its limit a reader of whole calls takes seconds for each text: there only so many are read that are the dearest when short. */
const few = 3
const short = 10_000
const long = 100_000

/** CPU milliseconds of one reading: of as many as take 40 together, because some systems count in steps of four. */
async function cpu(read: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  for (let times = 1; ; times++) {
    await read()
    const { user, system } = process.cpuUsage(start)
    if (user + system >= 40_000) return (user + system) / 1000 / times
  }
}

/** The dearest of some texts first. */
async function dearest({ read }: TextReader, length: number, names?: string[]): Promise<{ name: string; ms: number }[]> {
  const measured: { name: string; ms: number }[] = []
  for (const [name, text] of hostileTexts(Math.round(length), names)) measured.push({ name, ms: await cpu(() => read(text)) })
  return measured.toSorted((one, other) => other.ms - one.ms)
}

const rows: (string | number)[][] = []
for (const reader of textReaders.filter(({ name }) => name.includes(part))) {
  await reader.read('Hello, is my rash from Humira 40 mg?')
  const first = await dearest(reader, Math.min(reader.limit, reader.limit > long ? short : reader.limit))
  // Again, as what ran first was not compiled yet.
  const names = first.slice(0, few).map(({ name }) => name)
  const [worst = { name: '', ms: 0 }] = await dearest(reader, reader.limit, names)
  const [half] = await dearest(reader, reader.limit / 2, [worst.name])
  rows.push([reader.name, reader.limit, reader.thread, worst.name, (half?.ms ?? 0).toFixed(1), worst.ms.toFixed(1)])
}
printTable('The dearest hostile text of each reader, ms of CPU', ['reader', 'limit', 'thread', 'text', 'half of it', 'all of it'], rows)
process.exit(0)
