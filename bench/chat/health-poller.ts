import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { now } from './clock.ts'
import type { Poll } from './health.ts'

// A thread of its own: polls `/health` each 20 ms whether or not the last poll has its answer, until it is told to stop.

const { url, everyMs } = workerData as { url: string; everyMs: number }
const agent = new Agent({ keepAlive: true })
const polls: Poll[] = []
let wrong = 0
let pending = 0

const poll = () => {
  const at = now()
  pending++
  const request = get(`${url}/health`, { agent }, (response) => {
    response.resume().once('end', () => {
      pending--
      if (response.statusCode !== 200) wrong++
      polls.push({ at, ms: now() - at, fresh: !request.reusedSocket })
    })
  })
  request.once('error', () => {
    pending--
    wrong++
  })
}

const timer = setInterval(poll, everyMs)
parentPort?.once('message', async () => {
  clearInterval(timer)
  while (pending > 0) await new Promise((resolve) => setTimeout(resolve, 10))
  parentPort?.postMessage({ polls, wrong })
  agent.destroy()
})
