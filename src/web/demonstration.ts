import type { Request, RequestHandler, Router } from 'express'
import express from 'express'
import { authenticated, callerOf } from '../http/authenticate.ts'
import { otherMethod } from '../http/errors.ts'
import { HttpProblem } from '../http/problem.ts'

export interface DemonstrationState {
  /** `filling` until all is made and dated; `live` while a made-up call goes on. */
  state: 'idle' | 'filling' | 'live' | 'filled' | 'failed'
  /** What went wrong, for people. */
  error?: string | undefined
}

/** Fills the service with made-up people: `care demo`, its past and its live call, beside the running service. */
export interface Demonstration {
  state(): DemonstrationState
  /** Nothing where it is being filled already. @param url of the service @param besideOthers although it has other patients */
  begin(url: string, besideOthers: boolean): void
  stop(): void
}

const isLoopback = (address = '') => /^(::ffff:)?127\.|^::1$/.test(address)

/** Behind a proxy on this machine everybody comes from it. */
const isForwarded = ({ headers }: Request) => 'x-forwarded-for' in headers || 'forwarded' in headers

/** Whoever manages access, at this machine. */
const atThisMachine: RequestHandler = (request, response, next) => {
  if (!callerOf(response).scopes.has('access')) throw new HttpProblem('FORBIDDEN', 'This needs the scope access.')
  if (!isLoopback(request.socket.remoteAddress) || isForwarded(request)) {
    throw new HttpProblem('FORBIDDEN', 'The service is filled from the machine that it runs on; elsewhere: npm run care -- demo.')
  }
  next()
}

/** `/demonstration.json`: how far the demonstration is, and its beginning. Outside production only. */
export function demonstrationRouter(core: Parameters<typeof authenticated>[0], demonstration: Demonstration): Router {
  const router = express.Router()
  const path = '/demonstration.json'
  router.use(path, authenticated(core, ['bearer']), atThisMachine)
  router.get(path, (_request, response) => {
    response.set('Cache-Control', 'no-store').json(demonstration.state())
  })
  router.post(path, ({ socket, query }, response) => {
    const { localAddress = '127.0.0.1', localPort } = socket
    const url = `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
    demonstration.begin(url, query.beside_others === 'true')
    response.status(202).json(demonstration.state())
  })
  router.all(path, otherMethod(['get', 'post']))
  return router
}
