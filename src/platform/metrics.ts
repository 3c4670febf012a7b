import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

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
    /** A gauge of an area. @param count asked each time the metrics are read */
    gauge: (name: string, help: string, count: () => number | Promise<number>) =>
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await count())
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
