const waiting: (() => void)[] = []

/** Once a callback of `setImmediate` has run, what has arrived meanwhile is served before the next one. */
function startNext(): void {
  const start = waiting.shift()
  if (waiting.length > 0) setImmediate(startNext)
  start?.()
}

/**
 * Resolves when the event loop has a turn for a step of computing, one step a turn. Many requests whose steps become due at the same
 * moment would otherwise be computed one after another while nobody else is served. A step should take less than 50 ms.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(startNext)
  })
}
