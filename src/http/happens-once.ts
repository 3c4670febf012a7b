import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { shortestKeyOf } from '../graphql/context.ts'
import { asGraphQLError } from '../graphql/errors.ts'
import { requestKeyOf } from '../graphql/request-key.ts'
import type { HttpDependencies } from './dependencies.ts'
import { type GraphqlTurn, turnInfo } from './graphql-request.ts'
import { idempotencyKey } from './idempotency-key.ts'

/** A mutation that names its request, by a `requestKey` or the `Idempotency-Key`, happens once. */
export function happensOnce(http: HttpDependencies): Plugin<GraphqlTurn> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      if (getOperationAST(args.document, args.operationName)?.operation !== 'mutation') return
      setExecuteFn((given: ExecutionArgs) => executeOnce(http, given, executeFn))
    },
  }
}

async function executeOnce(
  { core }: HttpDependencies,
  args: ExecutionArgs,
  execute: (args: ExecutionArgs) => unknown,
): Promise<ExecutionResult> {
  const turn = args.contextValue as GraphqlTurn
  const request = turnInfo(turn)
  try {
    const shortest = shortestKeyOf(request)
    const key = requestKeyOf(args, idempotencyKey(turn.req, shortest), shortest)
    if (key === undefined) return (await execute(args)) as ExecutionResult
    const { result, replayed } = await core.runDocumentOnce(args, request, key)
    if (replayed && !turn.res.headersSent) turn.res.set('Idempotency-Replayed', 'true')
    return result
  } catch (error) {
    return { data: null, errors: [asGraphQLError(error)] }
  }
}
