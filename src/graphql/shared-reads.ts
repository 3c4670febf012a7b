const reads = new WeakMap<object, Map<string, Promise<unknown>>>()

/**
 * Reads a record once for all listeners to an event that ask for the same of it: an event is one object for all of them. What is
 * read is as new as the event or newer, and a later change has an event of its own.
 * @param asked what tells one read from another: the field and what plugin-prisma selects for it
 */
export function readOnce<T>(event: object, asked: readonly [field: string, query: object], read: () => Promise<T>): Promise<T> {
  const ofEvent = reads.get(event) ?? new Map<string, Promise<unknown>>()
  reads.set(event, ofEvent)
  const key = JSON.stringify(asked, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  const earlier = ofEvent.get(key)
  if (earlier) return earlier as Promise<T>
  const reading = Promise.resolve(read())
  ofEvent.set(key, reading)
  reading.catch(() => ofEvent.delete(key))
  return reading
}
