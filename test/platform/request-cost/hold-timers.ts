import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import promises from 'node:timers/promises'

/** Shorter ones are steps of what runs now: giving way, a pause before another try. */
const background = 100

/**
 * Puts itself before the timers of the process: between `hold` and `release` none of 100 ms or more fires, so that nothing begins in the
 * background. To be called before the code is loaded whose timers it holds.
 */
export function holdTimers() {
  const { setTimeout, setInterval } = timers
  const pause = promises.setTimeout
  let held: (() => void)[] | undefined

  type Callback = (...args: unknown[]) => void
  const holdable =
    (callback: Callback): Callback =>
    (...args) => {
      if (held) held.push(() => callback(...args))
      else callback(...args)
    }
  const wrapped =
    <Timer>(start: (callback: Callback, ms?: number, ...args: unknown[]) => Timer) =>
    (callback: Callback, ms = 0, ...args: unknown[]): Timer =>
      start(ms < background ? callback : holdable(callback), ms, ...args)

  const slowPause = async <T>(ms = 0, value?: T, options?: Parameters<typeof pause>[2]) => {
    await pause(ms, undefined, options)
    if (ms >= background && held) await new Promise<void>((resolve) => held?.push(resolve))
    return value as T
  }
  // `util.promisify(setTimeout)` finds its own kind there.
  const own = Object.getOwnPropertyDescriptors(setTimeout)
  const replaced = { setTimeout: Object.defineProperties(wrapped(setTimeout), own), setInterval: wrapped(setInterval) }
  Object.assign(timers, replaced)
  Object.assign(globalThis, replaced)
  Object.assign(promises, { setTimeout: slowPause })
  syncBuiltinESMExports()

  return {
    hold() {
      held ??= []
    },
    release() {
      const waiting = held ?? []
      held = undefined
      for (const go of waiting) go()
    },
    /** A pause that is not held. */
    pause: (ms: number) => pause(ms),
  }
}
