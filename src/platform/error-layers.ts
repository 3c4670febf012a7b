/** An error and what it wraps: GraphQL, Prisma, the adapter and the driver wrap one another. */
export function* layersOf(error: unknown, depth = 0): Generator<Record<string, unknown>> {
  if (typeof error !== 'object' || error === null || depth > 5) return
  const layer = error as Record<string, unknown>
  yield layer
  const { driverAdapterError } = (layer.meta ?? {}) as { driverAdapterError?: unknown }
  for (const inner of [layer.cause, layer.originalError, driverAdapterError]) yield* layersOf(inner, depth + 1)
}
