import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { within } from './within.ts'

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Prometheus gives up on a service after ten seconds, unless it is told otherwise. */
const gaugePatienceMs = 3_000

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Prometheus metrics. Labels are route patterns, operation names of our own documents and status codes:
 * a closed set without patient data.
 */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    httpRequests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of HTTP requests by method, route pattern and status',
      labelNames: ['method', 'route', 'status'],
      buckets: seconds,
      registers: [registry],
    }),
    operations: new Histogram({
      name: 'graphql_operation_duration_seconds',
      help: 'Duration of operations at /graphql by kind and outcome',
      labelNames: ['kind', 'outcome'],
      buckets: seconds,
      registers: [registry],
    }),
    /**
     * A gauge of an area. The others are read while what it counts is out.
     * @param count asked each time the metrics are read
     * @param unknown its value where nobody can tell in time; NaN matches no alert
     */
    gauge: (name: string, help: string, count: () => number | Promise<number>, unknown = Number.NaN) =>
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await within(gaugePatienceMs, (async () => count())()).catch(() => unknown))
        },
      }),
    /** A counter of an area: the same one each time it is asked for by this name. */
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> =>
      (registry.getSingleMetric(name) as Counter<Label> | undefined) ?? new Counter({ name, help, labelNames, registers: [registry] }),
    jobs: new Histogram({
      name: 'job_duration_seconds',
      help: 'Duration of jobs by queue and outcome',
      labelNames: ['queue', 'outcome'],
      buckets: [0.1, 0.5, 2, 10, 60, 300, 900],
      registers: [registry],
    }),
  }
}
