interface Step {
  start: () => void
  since: number
}

/** `ahead` are short steps that decide whether a request is taken at all. */
export type Lane = 'ahead' | 'usual'

const lanes: Record<Lane, Step[]> = { ahead: [], usual: [] }
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
  isRunning = lanes.ahead.length > 0 || lanes.usual.length > 0
  // Once a callback of `setImmediate` has run, what has arrived meanwhile is served before the next one.
  if (isRunning) setImmediate(run)
}

/** The lanes in turn where steps wait in both: what is ahead does not wait for all that was accepted, nor the accepted for all that comes. */
function next(): Step | undefined {
  const other = last === 'usual' ? 'ahead' : 'usual'
  if (lanes[other].length > 0) last = other
  return lanes[last].shift()
}

/**
 * Resolves when the event loop has a turn for a step of computing, a long one or as many short ones as fit. Many requests whose
 * steps become due at the same moment would otherwise be computed one after another while nobody else is served. A step should take
 * less than 50 ms, and must begin right behind the `await`.
 */
export function ownTurn(lane: Lane = 'usual'): Promise<void> {
  return new Promise((resolve) => {
    lanes[lane].push({ start: resolve, since: performance.now() })
    if (isRunning) return
    isRunning = true
    setImmediate(run)
  })
}

/** How long the step that waits longest in this lane has waited, in milliseconds. */
export function turnWaitMs(lane: Lane): number {
  const [first] = lanes[lane]
  return first ? performance.now() - first.since : 0
}
