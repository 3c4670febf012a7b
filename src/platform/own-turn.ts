import { createFairQueue } from './fair-queue.ts'

interface Step {
  start: () => void
  since: number
}

/** `ahead` are short steps that decide whether a request is taken at all. */
export type Lane = 'ahead' | 'usual'

const unbounded = { most: Number.POSITIVE_INFINITY, share: Number.POSITIVE_INFINITY }
const lane = () => createFairQueue<Step>(unbounded, () => {})
const lanes: Record<Lane, ReturnType<typeof lane>> = { ahead: lane(), usual: lane() }
let last: Lane = 'usual'
let isRunning = false

/** How long steps are started in one turn of the event loop, in milliseconds: under load the rest of a turn takes several times that. */
const turnMs = 10

async function run(): Promise<void> {
  const end = performance.now() + turnMs
  for (let step = next(); step; step = performance.now() < end ? next() : undefined) {
    step.start()
    // The step is computed meanwhile.
    await undefined
  }
  isRunning = lanes.ahead.size() + lanes.usual.size() > 0
  // Once a callback of `setImmediate` has run, what has arrived meanwhile is served before the next one.
  if (isRunning) setImmediate(run)
}

/** The lanes in turn where steps wait in both: what is ahead does not wait for all that was accepted, nor the accepted for all that comes. */
function next(): Step | undefined {
  const other = last === 'usual' ? 'ahead' : 'usual'
  if (lanes[other].size() > 0) last = other
  return lanes[last].shift()
}

/**
 * Resolves when the event loop has a turn for a step of computing, a long one or as many short ones as fit. Many requests whose
 * steps become due at the same moment would otherwise be computed one after another while nobody else is served. A step should take
 * less than 50 ms, and must begin right behind the `await`.
 * @param owner whose step it is: owners take turns, so that who asks for much waits for himself alone
 */
export function ownTurn(lane: Lane = 'usual', owner = ''): Promise<void> {
  return new Promise((resolve) => {
    lanes[lane].push(owner, { start: resolve, since: performance.now() })
    if (isRunning) return
    isRunning = true
    setImmediate(run)
  })
}

/** How long the step that comes next in this lane has waited, in milliseconds: about what a new owner will wait. */
export function turnWaitMs(lane: Lane): number {
  const step = lanes[lane].first()
  return step ? performance.now() - step.since : 0
}
