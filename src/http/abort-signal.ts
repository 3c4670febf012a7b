import type { Response } from 'express'

/** Aborts when the client leaves before it has its whole answer. */
export function abortSignalOf(response: Response): AbortSignal {
  const known = response.locals.abortSignal as AbortSignal | undefined
  if (known) return known
  const controller = new AbortController()
  const left = () => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.destroyed) left()
  else response.once('close', left)
  response.locals.abortSignal = controller.signal
  return controller.signal
}
