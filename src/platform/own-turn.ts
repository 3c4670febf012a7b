const waiting: { start: () => void; since: number }[] = []

/** Once a callback of `setImmediate` has run, what has arrived meanwhile is served before the next one. */
function startNext(): void {
  const next = waiting.shift()
  if (waiting.length > 0) setImmediate(startNext)
  next?.start()
}

/**
 * Resolves when the event loop has a turn for a step of computing, one step a turn. Many requests whose steps become due at the same
 * moment would otherwise be computed one after another while nobody else is served. A step should take less than 50 ms.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push({ start: resolve, since: performance.now() })
    if (waiting.length === 1) setImmediate(startNext)
  })
}

/** How long the step that waits longest has waited, in milliseconds. */
export const turnWaitMs = (): number => (waiting[0] ? performance.now() - waiting[0].since : 0)
