interface Bounds<Late> {
  /** Ends the wait as well; its reason is thrown. */
  signal?: AbortSignal
  /** What to give when the time is up; may throw. Without it a TimeoutError is thrown. */
  otherwise?: () => Late
}

/**
 * Waits for `work` at most so long. Work that is late goes on, and nobody hears how it ends: give it a `deadline` of its own
 * where it can stop. The timer ends with the wait and does not keep the process alive.
 * @param milliseconds from now on
 * @throws what `work` throws, the signal's reason, or a DOMException named TimeoutError
 */
export function within<Value, Late = never>(
  milliseconds: number,
  work: Promise<Value>,
  { signal, otherwise }: Bounds<Late> = {},
): Promise<Value | Late> {
  return new Promise<Value | Late>((resolve, reject) => {
    const late = () =>
      settle(() =>
        otherwise ? resolve(new Promise<Late>((give) => give(otherwise()))) : reject(new DOMException('too late', 'TimeoutError')),
      )
    const stop = () => settle(() => reject(signal?.reason))
    const timer = setTimeout(late, Math.max(1, milliseconds)).unref()
    function settle(how: () => void) {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      how()
    }
    work.then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    )
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** A signal that aborts with one of these signals, and with a TimeoutError after so many milliseconds. */
export const deadline = (milliseconds: number, ...signals: AbortSignal[]): AbortSignal =>
  AbortSignal.any([...signals, AbortSignal.timeout(milliseconds)])
