import type { GraphQLSchema } from 'graphql'
import type { Context } from './context.ts'

/**
 * Ends every subscription whose key was revoked or has expired: at the next event, which it no longer gets. The
 * schema does it, as it does the audit of reads, so that no new subscription can forget it.
 */
export function endWithKey(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    const { subscribe } = field
    if (!subscribe) throw new Error(`The subscription ${field.name} has no source.`)
    field.subscribe = async (parent, args, context: Context, info) => {
      const source = (await subscribe(parent, args, context, info)) as AsyncIterable<unknown>
      return whileValid(source[Symbol.asyncIterator](), context)
    }
  }
  return schema
}

/**
 * An object and not a generator: a generator that waits for an event learns only after it that the client left, and one that
 * was never asked for an event never does.
 */
function whileValid(events: AsyncIterator<unknown>, context: Context): AsyncIterableIterator<unknown> {
  const end = async () => {
    await events.return?.()
    return { value: undefined, done: true as const }
  }
  return {
    async next() {
      const next = await events.next()
      return next.done || (await context.keyIsValid()) ? next : end()
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
