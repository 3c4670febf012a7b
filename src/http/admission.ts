import type { Request, RequestHandler } from 'express'
import type { Priority } from '../platform/overload.ts'
import { turnWaitMs } from '../platform/own-turn.ts'
import { createUnderWay } from '../platform/under-way.ts'
import type { HttpDependencies } from './dependencies.ts'
import { HttpProblem } from './problem.ts'

/** What tells of adverse events, or comes from a call that goes on or has ended: nobody sends it again by hand. */
const first = /^\/v1\/(voice\/webhook|webhooks\/|providers\/|voice\/[^/]+\/add-utterance)/

/** Where visitors write: their key is known and their words are here before load may refuse them (`messageAdmission`). */
const mayTell = /^\/(api\/v1\/widget\/chat|graphql)/
const isVisitors = ({ headers, baseUrl, path }: Request) => headers['x-api-key'] !== undefined && mayTell.test(baseUrl + path)

function priorityOf(request: Request): Priority {
  if (first.test(request.baseUrl + request.path)) return 'first'
  return request.headers['x-api-key'] === undefined ? 'usual' : 'last'
}

/** Refuses requests that this process has no time for, before anything is done for them: the least urgent first. */
export function admission({ overload }: Pick<HttpDependencies, 'overload'>): RequestHandler {
  /** Whatever they wait for: the embedding model above all. */
  const searches = createUnderWay()
  return (request, response, next) => {
    if (isVisitors(request)) return next()
    const priority = priorityOf(request)
    if (overload.refuses(priority, priority === 'last' ? searches.expectedMs() / 2 : 0)) throw tooMuchToDo()
    if (priority === 'last') response.once('close', searches.begin())
    next()
  }
}

/** The same for what visitors write, whose words wait for a turn to be read. */
export function messageAdmission({ overload }: Pick<HttpDependencies, 'overload'>): RequestHandler {
  return (_request, _response, next) => {
    if (overload.refuses('usual', turnWaitMs('ahead'))) throw tooMuchToDo(' In an emergency, call 911.')
    next()
  }
}

/** Whole seconds, not the same for all: those who were refused together do not come back together. */
const tooMuchToDo = (more = '') =>
  new HttpProblem('UNAVAILABLE', `The service has too much to do at the moment.${more}`, {
    'Retry-After': String(2 + Math.floor(Math.random() * 4)),
  })
