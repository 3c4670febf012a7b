import type { RequestHandler, Response } from 'express'
import { Failure } from '../platform/failure.ts'
import { HttpProblem } from './problem.ts'

/** What refuses this request, unless it brings a message that tells of danger or of a side effect. */
export const deferredRefusal = (response: Response) => response.locals.deferredRefusal as Failure | undefined

/** Keeps what a check of rate or load would refuse a request with, for the chat to decide once it has read the words. */
export function deferring(check: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    try {
      await check(request, response, () => {})
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error
      response.locals.deferredRefusal ??= failureOf(error)
    }
    next()
  }
}

function failureOf(problem: HttpProblem): Failure {
  if (problem.code !== 'RATE_LIMITED' && problem.code !== 'UNAVAILABLE') throw problem
  return new Failure(problem.code, problem.message, undefined, Number(problem.headers['Retry-After'] ?? 1))
}
