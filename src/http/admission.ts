import type { Request, RequestHandler } from 'express'
import type { Priority } from '../platform/overload.ts'
import { turnWaitMs } from '../platform/own-turn.ts'
import { createUnderWay } from '../platform/under-way.ts'
import type { HttpDependencies } from './dependencies.ts'
import { HttpProblem } from './problem.ts'

/** What tells of adverse events, or comes from a call that goes on or has ended: nobody sends it again by hand. */
const first = /^\/v1\/(voice\/webhook|webhooks\/|voice\/[^/]+\/add-utterance)/

/** A message may tell of an adverse event or an emergency, so the chat reads it before it refuses it. */
const mayReport = /^\/(api\/v1\/widget\/chat|graphql)/

function priorityOf(request: Request): Priority {
  const path = request.baseUrl + request.path
  if (first.test(path)) return 'first'
  return request.headers['x-api-key'] === undefined || mayReport.test(path) ? 'usual' : 'last'
}

/** Refuses requests that this process has no time for, before anything is done for them: the least urgent first. */
export function admission({ overload }: HttpDependencies): RequestHandler {
  /** Whatever they wait for: the embedding model above all. */
  const searches = createUnderWay()
  const waitOf = (priority: Priority, request: Request): number => {
    if (priority === 'last') return searches.expectedMs() / 2
    // Messages of the chat wait for their turn to be read.
    return priority === 'usual' && request.headers['x-api-key'] !== undefined ? turnWaitMs('ahead') : 0
  }
  return (request, response, next) => {
    const priority = priorityOf(request)
    if (overload.refuses(priority, waitOf(priority, request))) {
      // A visitor may be writing of an emergency, which nobody has read.
      const inEmergency = request.headers['x-api-key'] === undefined ? '' : ' In an emergency, call 911.'
      throw new HttpProblem('UNAVAILABLE', `The service has too much to do at the moment.${inEmergency}`, { 'Retry-After': retryAfter() })
    }
    if (priority === 'last') response.once('close', searches.begin())
    next()
  }
}

/** Whole seconds, not the same for all: those who were refused together do not come back together. */
const retryAfter = (): string => String(2 + Math.floor(Math.random() * 4))
