import { writeFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { freePort, printTable, startServer } from '../support.ts'
import { flameGraph, type Profile, type ProfileNode } from './flame.ts'
import { routesFor } from './routes.ts'

// Where the service's time goes on the routes of bench/peers: `BENCH_FILLED=… node bench/peers/profile.ts graphqlOne restOne`.
// Each profile begins after the warm-up, and is left in /tmp as <route>.cpuprofile. `SVG=1` draws the flame graphs of bench/README.md.

const warmup = Number(process.env.BENCH_WARMUP ?? 5_000)
const amount = Number(process.env.BENCH_REQUESTS ?? 4_000)
const routes = routesFor(Number(process.env.BENCH_PATIENTS ?? 20_000))
const names = (process.argv.length > 2 ? process.argv.slice(2) : ['graphqlOne', 'graphqlPage', 'restOne']) as (keyof typeof routes)[]

/** The package or the folder of ours that a file belongs to. */
function ownerOf({ url, functionName }: ProfileNode['callFrame']): string {
  const parts = url.split('/node_modules/')
  if (parts.length > 1) return /^(?:@[^/]+\/)?[^/]+/.exec(parts.at(-1) ?? '')?.[0] ?? url
  if (url.startsWith('node:')) return /^node:(?:internal\/)?[^/]+/.exec(url)?.[0] ?? url
  if (url.startsWith('wasm')) return 'wasm'
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)'
  return /dist\/[^/]+/.exec(url)?.[0].replace('dist', 'src') ?? url
}

const placeOf = ({ url, functionName, lineNumber }: ProfileNode['callFrame']) =>
  `${functionName || '(anonymous)'} ${url.replace(/^.*\/node_modules\//, '').replace(/^.*\/dist\//, 'dist/')}:${lineNumber + 1}`

const top = (times: Map<string, number>, count: number) => [...times].toSorted(([, one], [, other]) => other - one).slice(0, count)

function summarise(title: string, { nodes, samples, timeDeltas }: Profile) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const [self, inclusive, packages] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  const add = (times: Map<string, number>, key: string, time: number) => times.set(key, (times.get(key) ?? 0) + time)
  let busy = 0
  for (const [index, id] of samples.entries()) {
    const time = (timeDeltas[index] ?? 0) / 1000
    const frame = byId.get(id)?.callFrame
    if (!frame || frame.functionName === '(idle)') continue
    busy += time
    add(self, placeOf(frame), time)
    add(packages, ownerOf(frame), time)
    const seen = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at)
      if (node) seen.add(placeOf(node.callFrame))
    }
    for (const place of seen) add(inclusive, place, time)
  }
  const rows = (times: Map<string, number>, count: number) =>
    top(times, count).map(([name, time]) => [name, ((100 * time) / busy).toFixed(1), (time / amount).toFixed(4)])
  const head = ['', '% of busy time', 'ms a request']
  printTable(`${title}: by package, itself`, head, rows(packages, 25))
  printTable(`${title}: functions, themselves`, head, rows(self, 40))
  printTable(`${title}: functions with what they call`, head, rows(inclusive, 90))
}

/** A connection to the inspector of a Node process. */
async function inspect(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  let id = 0
  return {
    close: () => socket.close(),
    call: (method: string, params: object = {}) =>
      new Promise<{ profile: Profile }>((resolve) => {
        const own = ++id
        socket.addEventListener('message', ({ data }) => {
          const message = JSON.parse(String(data))
          if (message.id === own) resolve(message.result)
        })
        socket.send(JSON.stringify({ id: own, method, params }))
      }),
  }
}

const port = await freePort()
const server = await startServer('dist/main.js', {
  DATABASE_URL: process.env.BENCH_FILLED ?? '',
  DATA_DIR: '/nonexistent',
  SAMPLE_LIBRARY: 'false',
  SAMPLE_POLICIES: 'false',
  NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
})
let asked = 0
for (const name of names) {
  const route = routes[name]
  const send = (count: number) =>
    autocannon({
      url: server.url,
      connections: 10,
      amount: count,
      requests: [{ setupRequest: (request) => ({ ...request, ...route.ask(asked++, 'ours') }) }],
    })
  await send(warmup)
  const inspector = await inspect(port)
  await inspector.call('Profiler.enable')
  await inspector.call('Profiler.setSamplingInterval', { interval: 500 })
  await inspector.call('Profiler.start')
  await send(amount)
  const { profile } = await inspector.call('Profiler.stop')
  inspector.close()
  writeFileSync(`/tmp/${name}.cpuprofile`, JSON.stringify(profile))
  summarise(route.name, profile)
  if (process.env.SVG) writeFileSync(`docs/images/flame-${name}.svg`, flameGraph(route.name, profile, ownerOf))
}
await server.stop()
