import { hostileTexts } from '../../test/support/hostile-texts.ts'
import { textReaders } from '../../test/support/text-readers.ts'

const [pick = '', most = '1000000', only = ''] = process.argv.slice(2)
const cpu = async (work: () => unknown) => {
  const from = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(from)
  return (user + system) / 1000
}
for (const { name, limit, thread, read } of textReaders.filter((reader) => reader.name.includes(pick))) {
  const full = Math.min(limit, Number(most))
  const rows: { seed: string; times: number[] }[] = []
  const texts = [full / 4, full / 2, full].map((length) => new Map(hostileTexts(Math.round(length))))
  await read('warm up')
  for (const seed of texts[0]?.keys() ?? []) {
    if (only && !seed.includes(only)) continue
    const times: number[] = []
    for (const sized of texts) {
      const said = sized.get(seed) ?? ''
      let least = await cpu(() => read(said))
      if (least > 3_000) {
        times.push(least)
        break
      }
      for (let again = 0; again < (least > 100 ? 1 : 4); again++) least = Math.min(least, await cpu(() => read(said)))
      times.push(least)
    }
    rows.push({ seed, times })
  }
  const last = (row: { times: number[] }) => row.times.at(-1) ?? 0
  rows.sort((one, two) => last(two) - last(one))
  const steep = rows.filter(({ times }) => last({ times }) > 2 && last({ times }) / (times.at(-2) ?? 1) > 2.6)
  console.log(`\n## ${name} (${full}, ${thread})`)
  for (const { seed, times } of [...new Set([...rows.slice(0, 5), ...steep])])
    console.log(
      `${seed.padEnd(26)} ${times.map((time) => time.toFixed(1)).join(' → ')}  ×${(last({ times }) / (times.at(-2) ?? 1)).toFixed(2)}`,
    )
}
