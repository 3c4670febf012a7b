import express, { type RequestHandler, type Router } from 'express'
import { z } from 'zod'
import { prepare } from '../graphql/execute.ts'
import { reportReceiver } from '../graphql/safety/report-work.ts'
import { rateLimited } from '../http/authenticate.ts'
import { parseJson, readUnprovenBody } from '../http/body.ts'
import type { HttpDependencies } from '../http/dependencies.ts'
import { otherMethod } from '../http/errors.ts'
import { turnInfo } from '../http/graphql-request.ts'
import { validate } from '../platform/validate.ts'
import { text } from '../platform/values.ts'
import { acknowledgePage, acknowledgeScript, acknowledgeStyle } from './acknowledge-page.ts'
import { ConfirmSafetyReportDocument } from './generated/documents.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const path = '/safety-reports/acknowledge'
const confirmation = z.object({ token: text(100), receiver_number: text(100).nullish() })
const limit = 4_096

/**
 * `/safety-reports/acknowledge`: where a manufacturer says that it has a safety report, by the secret of the report's message
 * (docs/safety-reporting.md). Opening the page does nothing, since mail filters open links; the secret stands behind the `#`, which no log sees.
 */
export function acknowledgeRouter(http: HttpDependencies): Router {
  const router = express.Router()
  const confirm = prepare(ConfirmSafetyReportDocument)
  router.get(path, (_request, response) => {
    response
      .set({ 'Content-Security-Policy': policy, 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' })
      .type('html')
      .end(acknowledgePage)
  })
  router.get(`${path}.css`, (_request, response) => {
    response.type('css').end(acknowledgeStyle)
  })
  router.get(`${path}.js`, (_request, response) => {
    response.type('js').end(acknowledgeScript)
  })
  router.post(path, asReceiver, rateLimited(http.rateLimiter), readUnprovenBody(http, limit), async (req, res) => {
    const { token, receiver_number: receiverNumber } = validate(confirmation, parseJson(req))
    const outcome = await http.core.run(confirm, { input: { token, receiverNumber: receiverNumber ?? null } }, turnInfo({ req, res }))
    if ('failure' in outcome) throw outcome.cause
    const report = outcome.data.confirmed?.safetyReport
    res.json({ version: report?.version, acknowledged_at: report?.acknowledgedAt, receiver_number: report?.receiverNumber ?? null })
  })
  router.all(path, otherMethod(['get', 'post']))
  return router
}

const asReceiver: RequestHandler = (_request, response, next) => {
  response.locals.caller = reportReceiver
  next()
}
