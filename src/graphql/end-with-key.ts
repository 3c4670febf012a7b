import { Repeater } from '@graphql-yoga/subscription'
import type { GraphQLSchema } from 'graphql'
import type { Context } from './context.ts'

/**
 * Ends every subscription whose key was revoked or has expired: at the next event, which it no longer gets. As with
 * the audit of reads the schema does it, so a new subscription cannot forget.
 */
export function endWithKey(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    const { subscribe } = field
    if (!subscribe) throw new Error(`The subscription ${field.name} has no source.`)
    field.subscribe = async (parent, args, context: Context, info) => {
      const source = (await subscribe(parent, args, context, info)) as AsyncIterable<unknown>
      return whileValid(source, context)
    }
  }
  return schema
}

/** A Repeater and not a generator: a generator that waits for an event would hear of a client's leaving only after it. */
function whileValid(source: AsyncIterable<unknown>, context: Context): AsyncIterableIterator<unknown> {
  return new Repeater(async (push, stop) => {
    const events = source[Symbol.asyncIterator]()
    void stop.then(() => events.return?.())
    for (let next = await events.next(); !next.done && (await context.keyIsValid()); next = await events.next()) await push(next.value)
    stop()
  })
}
