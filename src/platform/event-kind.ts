declare const payload: unique symbol

/** A kind of event. Its payloads carry ids only: nothing about a patient passes through Redis. */
export interface EventKind<Payload extends object = object> {
  readonly name: string
  /** For the compiler alone: what an event of this kind carries. */
  readonly [payload]?: Payload
}

/** What an event of this kind carries. */
export type PayloadOf<Kind extends EventKind> = Kind extends EventKind<infer Payload> ? Payload : never

/** Declares a kind of event of an area. It works once it is handed to `createEvents`. @param name the same on every instance */
export const defineEvent = <Payload extends object>(name: string): EventKind<Payload> => ({ name })
