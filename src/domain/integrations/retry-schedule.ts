/** Waits after a failed attempt, in seconds: ten attempts over 75 hours and a half (Standard Webhooks, Deliverability and reliability). */
const waits = [5, 5 * 60, 30 * 60, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600)]

/** Only added, so that nothing comes sooner than the schedule says. */
const jitter = 0.1

/**
 * When a delivery is tried again, in seconds; undefined where it has been given up.
 * @param attempts so many have failed
 * @param retryAfter what the receiver asks for, in seconds: at most a day is waited
 * @param random 0 to 1
 */
export function waitAfter(attempts: number, retryAfter = 0, random = Math.random()): number | undefined {
  const wait = waits[attempts - 1]
  return wait === undefined ? undefined : Math.max(wait * (1 + jitter * random), Math.min(retryAfter, 24 * 3600))
}
