import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import { failureIn } from '../platform/event-log/listener.ts'
import { type Position, positionAfter } from '../platform/event-log/position.ts'
import { Failure } from '../platform/failure.ts'
import type { Context } from './context.ts'

/**
 * What every subscription does. It ends once its key was revoked, has expired or has lost a scope: at the next event, which it no longer gets. One that
 * is more than its caller may have open is refused. It tells how far it has come, and fails where events were missed for good. The
 * schema does it, as it does the audit of reads, so that no new subscription can forget it.
 */
export function endWithKey(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    const { subscribe, resolve = defaultFieldResolver, extensions } = field
    if (!subscribe) throw new Error(`The subscription ${field.name} has no source.`)
    field.subscribe = async (parent, args, context: Context, info) => {
      const release = extensions.readsFirst ? takenOrDeferred(context) : context.takeStream()
      try {
        const source = ((await subscribe(parent, args, context, info)) as AsyncIterable<unknown>)[Symbol.asyncIterator]() as Source
        context.stream.idle = () => source.position?.()
        return whileValid(source, context, release)
      } catch (error) {
        release()
        throw error
      }
    }
    field.resolve = (event, args, context: Context, info) => {
      const failure = failureIn(event)
      if (failure) throw failure
      return resolve(event, args, context, info)
    }
  }
  return schema
}

/** A message is read before it is one stream too many. */
function takenOrDeferred(context: Context): () => void {
  try {
    return context.takeStream()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    context.refusal ??= error
    return () => {}
  }
}

type Source = AsyncIterator<unknown> & { position?: () => Position | undefined }

/**
 * An object and not a generator: a generator that waits for an event learns only after it that the client left, and one that
 * was never asked for an event never does.
 */
function whileValid(events: Source, context: Context, release: () => void): AsyncIterableIterator<unknown> {
  const end = async () => {
    release()
    await events.return?.()
    return { value: undefined, done: true as const }
  }
  // A client that leaves before it has asked for the first event never returns.
  const leave = () => void end().catch(() => {})
  context.abortSignal?.addEventListener('abort', leave, { once: true })
  if (context.abortSignal?.aborted) leave()
  return {
    async next() {
      try {
        const next = await events.next()
        if (next.done) release()
        context.stream.current = positionAfter(next.value)
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
