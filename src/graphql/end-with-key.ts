import type { GraphQLSchema } from 'graphql'
import type { Context } from './context.ts'

/**
 * Ends every subscription whose key was revoked or has expired: at the next event, which it no longer gets. And refuses one that
 * is more than its caller may have open. The schema does both, as it does the audit of reads, so that no new subscription can
 * forget it.
 */
export function endWithKey(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    const { subscribe } = field
    if (!subscribe) throw new Error(`The subscription ${field.name} has no source.`)
    field.subscribe = async (parent, args, context: Context, info) => {
      const release = context.takeStream()
      try {
        const source = (await subscribe(parent, args, context, info)) as AsyncIterable<unknown>
        return whileValid(source[Symbol.asyncIterator](), context, release)
      } catch (error) {
        release()
        throw error
      }
    }
  }
  return schema
}

/**
 * An object and not a generator: a generator that waits for an event learns only after it that the client left, and one that
 * was never asked for an event never does.
 */
function whileValid(events: AsyncIterator<unknown>, context: Context, release: () => void): AsyncIterableIterator<unknown> {
  const end = async () => {
    release()
    await events.return?.()
    return { value: undefined, done: true as const }
  }
  context.abortSignal?.addEventListener('abort', release, { once: true })
  return {
    async next() {
      try {
        const next = await events.next()
        if (next.done) release()
        return next.done || (await context.keyIsValid()) ? next : end()
      } catch (error) {
        release()
        throw error
      }
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
