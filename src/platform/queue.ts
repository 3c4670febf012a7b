/** How a queue treats its jobs. Delivery is at least once: a handler that runs twice must change nothing the second time. */
export interface QueueOptions {
  /** `stately`: one job waits while one runs, and further ones are dropped. `standard`: every job counts. */
  policy: 'standard' | 'stately'
  /** Attempts after the first one. */
  retryLimit: number
  /** Seconds before the next attempt, doubled each time with `retryBackoff`, up to `retryDelayMax`. */
  retryDelay: number
  retryBackoff?: boolean
  retryDelayMax?: number
  /** A job that runs longer counts as failed. */
  expireInSeconds: number
}

declare const payload: unique symbol

/** A kind of work that is done after the request that asked for it. Its payloads carry ids only. */
export interface Queue<Payload extends object = object> {
  readonly name: string
  readonly options: QueueOptions
  /** For the compiler alone: what the jobs of this queue carry. */
  readonly [payload]?: Payload
}

/** Declares a queue of an area. It works once it is handed to `startJobs`. @param name how staff and metrics see it */
export const defineQueue = <Payload extends object>(name: string, options: QueueOptions): Queue<Payload> => ({ name, options })
