declare const payload: unique symbol

/** A kind of event: a change that is stored with it, so that subscribers miss none. Its payloads carry ids only. */
export interface EventKind<Payload extends object = object> {
  readonly name: string
  readonly isStored: true
  /** For the compiler alone: what an event of this kind carries. */
  readonly [payload]?: Payload
}

/** A kind of hint for the service itself, told to every instance at most once: what hears it reads the data now and then as well. */
export interface SignalKind {
  readonly name: string
  readonly isStored: false
}

/** What an event of this kind carries. */
export type PayloadOf<Kind extends EventKind> = Kind extends EventKind<infer Payload> ? Payload : never

/** Declares a kind of event of an area. It works once it is handed to `createEvents`. @param name the same on every instance */
export const defineEvent = <Payload extends object>(name: string): EventKind<Payload> => ({ name, isStored: true })

/** Declares a kind of signal of an area. It works once it is handed to `createEvents`. @param name the same on every instance */
export const defineSignal = (name: string): SignalKind => ({ name, isStored: false })
