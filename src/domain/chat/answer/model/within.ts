/**
 * Waits for `work`, but no longer than the time limit and only until the signal aborts; `work` itself is not stopped.
 * @param ms the time limit from now, in milliseconds
 * @throws the signal's reason, or a TimeoutError
 */
export function within<Value>(work: Promise<Value>, { signal, ms }: { signal: AbortSignal; ms: number }): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    const late = setTimeout(() => reject(new DOMException('too late', 'TimeoutError')), Math.max(1, ms))
    const settled = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(settled)
  })
}
