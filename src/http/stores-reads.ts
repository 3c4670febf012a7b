import type { ExecutionResult } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../graphql/context.ts'
import { asGraphQLError } from '../graphql/errors.ts'

type Answer = { result: unknown; setResult(result: ExecutionResult): void }

/** Lets an answer go out only once what it shows is stored in the audit trail. */
export const storesReads: Plugin = {
  onExecute: () => ({ onExecuteDone: ({ args, ...answer }) => afterReads(args.contextValue, answer as Answer) }),
  onSubscribe: ({ args }) => ({
    onSubscribeResult: () => ({ onNext: (answer) => afterReads(args.contextValue, answer as Answer) }),
  }),
}

function afterReads(context: unknown, { setResult }: Answer): Promise<void> | undefined {
  return (context as Context).storeReads()?.catch((error: unknown) => setResult({ data: null, errors: [asGraphQLError(error)] }))
}
