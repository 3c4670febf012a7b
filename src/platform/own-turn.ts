interface Step {
  start: () => void
  since: number
}

/** `ahead` are short steps that decide whether a request is taken at all. */
export type Lane = 'ahead' | 'usual'

const lanes: Record<Lane, Step[]> = { ahead: [], usual: [] }
let last: Lane = 'usual'
let isRunning = false

/** The lanes in turn where steps wait in both: what is ahead does not wait for all that was accepted, nor the accepted for all that comes. */
function startNext(): void {
  last = lanes[other(last)].length > 0 ? other(last) : last
  const next = lanes[last].shift()
  isRunning = lanes.ahead.length > 0 || lanes.usual.length > 0
  // Once a callback of `setImmediate` has run, what has arrived meanwhile is served before the next one.
  if (isRunning) setImmediate(startNext)
  next?.start()
}

const other = (lane: Lane): Lane => (lane === 'usual' ? 'ahead' : 'usual')

/**
 * Resolves when the event loop has a turn for a step of computing, one step a turn. Many requests whose steps become due at the same
 * moment would otherwise be computed one after another while nobody else is served. A step should take less than 50 ms.
 */
export function ownTurn(lane: Lane = 'usual'): Promise<void> {
  return new Promise((resolve) => {
    lanes[lane].push({ start: resolve, since: performance.now() })
    if (isRunning) return
    isRunning = true
    setImmediate(startNext)
  })
}

/** How long the step that waits longest in this lane has waited, in milliseconds. */
export function turnWaitMs(lane: Lane): number {
  const [first] = lanes[lane]
  return first ? performance.now() - first.since : 0
}
