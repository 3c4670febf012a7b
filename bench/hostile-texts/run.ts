import { hostileTexts } from '../../test/support/hostile-texts.ts'
import { textReaders } from '../../test/support/text-readers.ts'

const [pick = '', most = '1000000', only = ''] = process.argv.slice(2)
/** CPU time of one reading in milliseconds: of as many as take `enough` together, since the clock of a process ticks in 4 ms. */
const cpu = async (work: () => unknown, enough: number) => {
  const from = process.cpuUsage()
  for (let times = 1; ; times++) {
    await work()
    const { user, system } = process.cpuUsage(from)
    if ((user + system) / 1000 >= enough) return (user + system) / 1000 / times
  }
}
for (const { name, limit, thread, read } of textReaders.filter((reader) => reader.name.includes(pick))) {
  const full = Math.min(limit, Number(most))
  const rows: { seed: string; times: number[] }[] = []
  const texts = [full / 4, full / 2, full].map((length) => new Map(hostileTexts(Math.round(length))))
  await read('warm up')
  for (const seed of texts[0]?.keys() ?? []) {
    if (only && !seed.includes(only)) continue
    const measure = async (enough: number) => {
      const times: number[] = []
      for (const sized of texts) {
        times.push(await cpu(() => read(sized.get(seed) ?? ''), enough))
        if ((times.at(-1) ?? 0) > 20_000) break
      }
      return times
    }
    let times = await measure(12)
    const ratio = () => (times.at(-1) ?? 0) / (times.at(-2) ?? 1)
    if ((times.at(-1) ?? 0) > 3 && ratio() > 2.5) times = (await measure(80)).map((time, at) => Math.min(time, times[at] ?? time))
    rows.push({ seed, times })
  }
  const last = (row: { times: number[] }) => row.times.at(-1) ?? 0
  rows.sort((one, two) => last(two) - last(one))
  const steep = rows.filter(({ times }) => last({ times }) > 3 && last({ times }) / (times.at(-2) ?? 1) > 2.6)
  console.log(`\n## ${name} (${full}, ${thread})`)
  for (const { seed, times } of [...new Set([...rows.slice(0, 4), ...steep])])
    console.log(
      `${seed.padEnd(26)} ${times.map((time) => time.toFixed(1)).join(' → ')}  ×${(last({ times }) / (times.at(-2) ?? 1)).toFixed(2)}`,
    )
}
process.exit(0)
