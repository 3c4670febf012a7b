import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type pg from 'pg'

// Spans of requests, operations, statements and jobs (docs/operations.md, Traces). They hold names of ours alone: no addresses, no
// variables, no values of statements, no messages of errors.

let recording = false
const tracer = trace.getTracer('care-outreach')

/** From now on spans are made. Before, and without it, nothing here costs more than a look at a flag. */
export function recordSpans(): () => void {
  recording = true
  return () => {
    recording = false
  }
}

/** Whether a name for a span is worth making. */
export const isRecording = () => recording

function end(span: Span, failed: boolean): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Runs `work` as a part of the span that is under way, or as the first of a trace. */
export async function inSpan<T>(name: string, attributes: Attributes, work: () => T | Promise<T>): Promise<T> {
  if (!recording) return work()
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      const result = await work()
      end(span, false)
      return result
    } catch (error) {
      end(span, true)
      throw error
    }
  })
}

/**
 * Runs a request's work within a span that goes on with the caller's trace (`traceparent`).
 * @returns what ends it, with its route pattern and status
 */
export function requestSpan(method: string, headers: object, work: () => void): (route: string, status: number) => void {
  if (!recording) {
    work()
    return () => {}
  }
  const parent = propagation.extract(context.active(), headers)
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent)
  context.with(trace.setSpan(parent, span), work)
  return (route, status) => {
    span.updateName(`${method} ${route}`)
    span.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status })
    end(span, status >= 500)
  }
}

type Callback = (error: unknown, ...results: unknown[]) => void

/** Makes a span of each statement that is a part of something; what the service looks for by itself every other second is not. */
export function traceStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    // Looked up each time: the class may be watched, too.
    const query = (...args: unknown[]): unknown => Object.getPrototypeOf(client).query.apply(client, args)
    const traced = (...args: unknown[]): unknown => {
      const [first] = args
      if (!recording || !trace.getActiveSpan()) return query(...args)
      const text = typeof first === 'string' ? first : String((first as { text?: unknown }).text ?? '')
      const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text.slice(0, 2_000) }
      const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes })
      const callback = args.at(-1)
      if (typeof callback === 'function') {
        const told: Callback = (error, ...results) => {
          end(span, Boolean(error))
          ;(callback as Callback)(error, ...results)
        }
        return query(...args.slice(0, -1), told)
      }
      const result = query(...args)
      if (!(result instanceof Promise)) {
        span.end()
        return result
      }
      return result.then(
        (done) => {
          end(span, false)
          return done
        },
        (error) => {
          end(span, true)
          throw error
        },
      )
    }
    client.query = traced as typeof client.query
  })
}
