import type { RequestHandler } from 'express'
import type { Log } from '../platform/log.ts'

/** How long a forwarded request is told of, in milliseconds. */
const toldMs = 3_600_000

export type ForwardedWatch = ReturnType<typeof createForwardedWatch>

/**
 * Tells of requests that came through a proxy while `TRUST_PROXY_HOPS` is 0: all visitors behind it are then one address, which
 * share one rate and one budget of cases. Anybody can send such a header, so it is a note and no failure.
 */
export function createForwardedWatch(trustProxyHops: number, log: Pick<Log, 'warn'>) {
  let last = Number.NEGATIVE_INFINITY
  const isLately = () => Date.now() - last < toldMs
  const watch: RequestHandler = ({ headers }, _response, next) => {
    if (trustProxyHops === 0 && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)) {
      if (!isLately()) log.warn('a request was forwarded by a proxy, but TRUST_PROXY_HOPS is 0: all visitors behind it count as one')
      last = Date.now()
    }
    next()
  }
  return {
    watch,
    /** For `/ready`: what is wrong, while it is. */
    note: () => (isLately() ? 'requests come through a proxy, but TRUST_PROXY_HOPS is 0: all visitors behind it count as one' : undefined),
  }
}
