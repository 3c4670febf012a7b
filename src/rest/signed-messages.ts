import type { Request, Response } from 'express'
import type { HttpDependencies } from '../http/dependencies.ts'
import { describeError } from '../http/errors.ts'
import { type ProblemDetails, problems } from '../http/problem.ts'
import { requestInfo } from '../http/request-info.ts'
import type { SignedMessage } from '../http/webhook-signature.ts'
import type { RouteEntry } from './route-entry.ts'

/** What a route answers, before it is written. */
export type Answer = { status: 200 | 201; reply: unknown; replayed: boolean; entityTag?: string } | { problem: ProblemDetails }
export type Answers = (request: Request, response: Response) => Promise<Answer>

/**
 * Answers a signed message once; a repetition gets the first answer, a refusal too (docs/contract.md, Repeated deliveries). Faults of
 * ours are no answer: the sender comes again, and then it runs.
 */
export async function onceFor(
  http: HttpDependencies,
  { path, row }: RouteEntry,
  { id, bodyHash }: SignedMessage,
  request: Request,
  response: Response,
  answers: Answers,
): Promise<Answer> {
  const info = requestInfo(request, response, 'rest')
  const message = { id, content: [path, bodyHash] }
  const { answer, replayed } = await http.core.deliverOnce<Answer>(message, info, async () => {
    const answer = await answers(request, response).catch((error) => ({ problem: describeError(error, http.log) }))
    return { answer, isFinal: !('problem' in answer) || isOfRequest(answer.problem) }
  })
  if (!replayed) return answer
  await http.core.recordReplay(row.conversationOf?.(request) ?? null, info)
  return 'problem' in answer ? answer : { ...answer, replayed }
}

/** Whether the request itself was at fault, so that it will be when it comes again. */
const isOfRequest = ({ code }: ProblemDetails) => problems[code].status < 500 && code !== 'RATE_LIMITED'
