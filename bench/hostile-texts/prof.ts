import inspector from 'node:inspector/promises'
import { hostileTexts } from '../../test/support/hostile-texts.ts'
import { textReaders } from '../../test/support/text-readers.ts'

const s = new inspector.Session()
s.connect()
await s.post('Profiler.enable')
await s.post('Profiler.setSamplingInterval', { interval: 200 })
const [length, ...args] = process.argv.slice(2)
for (const arg of args) {
  const [name, ...seeds] = arg.split(':')
  const reader = textReaders.find((one) => one.name === name)!
  for (const seed of seeds) {
    const said = hostileTexts(Number(length)).find(([one]) => one === seed)![1]
    await reader.read(said)
    await s.post('Profiler.start')
    const t = performance.now()
    await reader.read(said)
    await reader.read(said)
    const took = (performance.now() - t) / 2
    const { profile: p } = await s.post('Profiler.stop')
    const self = new Map<string, number>(),
      by = new Map(p.nodes.map((n) => [n.id, n])),
      parent = new Map(p.nodes.flatMap((n) => (n.children ?? []).map((c) => [c, n.id])))
    const label = (id: number) => {
      const { callFrame: f } = by.get(id)!
      return `${f.functionName} ${f.url.split('/').slice(-1)}:${f.lineNumber + 1}`
    }
    p.samples!.forEach((id, i) => {
      const k = label(id) + ' < ' + (parent.has(id) ? label(parent.get(id)!) : '')
      self.set(k, (self.get(k) ?? 0) + p.timeDeltas![i]!)
    })
    console.log(`== ${name} / ${seed}: ${took.toFixed(1)}`)
    for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 4)) console.log('   ', (v / 2000).toFixed(1), k)
  }
}
process.exit(0)
