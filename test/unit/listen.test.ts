import { createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/platform/listen.ts'

const anywhere = { host: '127.0.0.1', port: 0 }

/** A thread that sends so many requests, each over a connection of its own, and says when the kernel has them all. */
function requests(port: number, count: number) {
  const open = new Int32Array(new SharedArrayBuffer(4))
  const program = `
    const { connect } = require('node:net')
    const { workerData: { port, count, open } } = require('node:worker_threads')
    let sent = 0
    for (let at = 0; at < count; at++) connect(port, '127.0.0.1', function () {
      this.write('GET / HTTP/1.1\\r\\nHost: here\\r\\n\\r\\n', () => {
        if (++sent < count) return
        Atomics.store(open, 0, 1)
        Atomics.notify(open, 0)
      })
    })`
  const thread = new Worker(program, { eval: true, workerData: { port, count, open } })
  onTestFinished(() => void thread.terminate())
  return () => Atomics.wait(open, 0, 0)
}

test.runIf(process.platform === 'linux')('connections that came while the event loop stood still are not accepted one a turn', async () => {
  const count = 64
  const turns: number[] = []
  let turn = 0
  const server = await listen(() => void turns.push(turn), {}, anywhere)
  const untilSent = requests(server.port, count)
  // The event loop stands still.
  untilSent()
  while (turns.length < count) {
    await setImmediate()
    turn++
  }
  server.closeAllConnections()
  expect(new Set(turns).size).toBeLessThan(count / 2)
})

test('a port that another service has is refused', async () => {
  const other = await listen(() => {}, {}, anywhere)
  await expect(listen(() => {}, {}, { ...anywhere, port: other.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await other.close()
  await using _again = createServer().listen(other.port)
})

test('it closes when the last connection has ended, whichever socket took it', async () => {
  const server = await listen((_request, response) => void response.setHeader('connection', 'close').end('served'), {}, anywhere)
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(`http://127.0.0.1:${server.port}`, { headers: { connection: 'close' } })).text()),
  )
  expect(answers).toEqual(answers.map(() => 'served'))
  await server.close()
  await expect(fetch(`http://127.0.0.1:${server.port}`)).rejects.toThrow()
})
