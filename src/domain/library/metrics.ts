import type { Metrics } from '../../platform/metrics.ts'

export const searchesOf = (metrics: Metrics) =>
  metrics.counter(
    'library_searches_total',
    'Searches by how they were answered: hybrid, or words alone where no vector could be had',
    'method',
  )
