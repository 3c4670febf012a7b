import { AsyncLocalStorage } from 'node:async_hooks'
import pino from 'pino'

/**
 * What a log line may hold. Everything else is written as `[redacted]`, so that patient data cannot reach
 * the log by being passed to it: a new attribute has to be named here, where a reviewer sees it.
 */
export const logAttributes = new Set([
  'actor',
  'address',
  'adverse_event',
  'backlog',
  'check',
  'code',
  'column',
  'database',
  'duration_ms',
  'error',
  'event',
  'events',
  'field_key',
  'issuer',
  'listen_url',
  'method',
  'migration',
  'model',
  'node',
  'owner',
  'production',
  'queue',
  'reason',
  'redis',
  'request_id',
  'route',
  'safety_report',
  'settings',
  'signal',
  'source_id',
  'status',
  'surface',
  'version',
])

/** Type, code and stack frames of an error, without its message: drivers put values into messages. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const stack = error.stack ?? ''
  // It begins with the message, of which a line may look like a frame.
  const told = stack.indexOf(error.message)
  const frames = (told < 0 ? stack : stack.slice(told + error.message.length))
    .split('\n')
    .filter((line) => /^\s+at .*(?::\d+:\d+|<anonymous>|native)\)?$/.test(line))
    .map((line) => line.trim())
  const code = (error as { code?: unknown }).code
  return {
    type: error.name,
    ...(typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? { code } : {}),
    stack: frames.slice(0, 12),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

function allowListed(entry: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      if (key === 'error') return [key, describeError(value)]
      const plain = value === null || value === undefined || ['string', 'number', 'boolean'].includes(typeof value)
      return [key, logAttributes.has(key) && plain ? value : '[redacted]']
    }),
  )
}

const requestIds = new AsyncLocalStorage<string>()

/** Runs `work` so that every log line written in it carries this request id. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return requestIds.run(requestId, work)
}

export type Log = ReturnType<typeof createLog>

/**
 * The structured log: one JSON line an entry. Messages are constants; what varies goes into attributes,
 * which pass the allow-list above.
 */
export function createLog(level: string, destination?: pino.DestinationStream) {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: allowListed },
    mixin: () => {
      const requestId = requestIds.getStore()
      return requestId === undefined ? {} : { request_id: requestId }
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
