import type { ExecutionResult } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { withinBudget } from '../graphql/answer-size.ts'

type Answer = { result: unknown; setResult(result: ExecutionResult): void }

/** Refuses an answer that is too large before anything writes it as JSON. */
export const withinBytes: Plugin = {
  onExecute: () => ({ onExecuteDone: (answer) => bound(answer as Answer) }),
  onSubscribe: () => ({ onSubscribeResult: () => ({ onNext: (answer) => bound(answer as Answer) }) }),
}

function bound({ result, setResult }: Answer): void {
  const answer = result as ExecutionResult
  const bounded = withinBudget(answer)
  if (bounded !== answer) setResult(bounded)
}
