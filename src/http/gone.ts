import type { Response } from 'express'

/** Aborts when the client leaves before it has its whole answer. */
export function goneOf(response: Response): AbortSignal {
  const known = response.locals.gone as AbortSignal | undefined
  if (known) return known
  const gone = new AbortController()
  const left = () => {
    if (!response.writableFinished) gone.abort()
  }
  if (response.destroyed) left()
  else response.once('close', left)
  response.locals.gone = gone.signal
  return gone.signal
}
