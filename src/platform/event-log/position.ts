/**
 * How far a reader of the event log has come: it has seen every event up to `number` that `snapshot` shows. PostgreSQL gives ids
 * before transactions commit, so a number alone would hide an event with a lower id that commits later.
 */
export interface Position {
  /** The id of an event; 0 before the first. */
  number: number
  /** When the snapshot was taken, in seconds since 1970. */
  takenAt: number
  /** PostgreSQL's text of a `pg_snapshot`: xmin, xmax and the transactions in between that were under way. */
  snapshot: string
}

/** A position as clients keep it: one opaque word, fit for a header. */
export const positionText = ({ number, takenAt, snapshot }: Position): string => `${number}-${takenAt}-${snapshot}`

const form = /^(\d{1,15})-(\d{1,12})-(\d{1,19}):(\d{1,19}):(\d{1,19}(?:,\d{1,19})*)?$/

/** As many transactions may be under way as PostgreSQL has connections. */
const longestText = 50_000

/** Reads a position that a client sends back; undefined where it is none. PostgreSQL takes each that this gives as a `pg_snapshot`. */
export function readPosition(text: string): Position | undefined {
  const [, number, takenAt, min, max, running] = (text.length <= longestText && form.exec(text)) || []
  if (number === undefined || min === undefined || max === undefined) return undefined
  const [xmin, xmax] = [BigInt(min), BigInt(max)]
  const xids = running?.split(',').map(BigInt) ?? []
  const inOrder = xids.every((xid, index) => xid >= xmin && xid < xmax && (index === 0 || xid > (xids[index - 1] ?? 0n)))
  if (xmin === 0n || xmin > xmax || xmax > maxXid || !inOrder) return undefined
  return { number: Number(number), takenAt: Number(takenAt), snapshot: `${xmin}:${xmax}:${xids.join(',')}` }
}

/** More than any cluster comes to; PostgreSQL's own numbers have 64 bits. */
const maxXid = 2n ** 62n

const positions = new WeakMap<object, Position>()

/** Remembers with an event where its reader stands after it. */
export function mark<Payload extends object>(payload: Payload, position: Position): Payload {
  positions.set(payload, position)
  return payload
}

/** Where a reader stands who has just got this event; undefined for what is no stored event. */
export const positionAfter = (event: unknown): Position | undefined =>
  typeof event === 'object' && event !== null ? positions.get(event) : undefined
