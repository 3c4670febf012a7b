import { readFileSync } from 'node:fs'
import express, { type ErrorRequestHandler, type RequestHandler, type Response, type Router } from 'express'
import { prepare } from '../graphql/execute.ts'
import { publicReader } from '../graphql/library/published-item.ts'
import { rateLimited } from '../http/authenticate.ts'
import type { HttpDependencies } from '../http/dependencies.ts'
import { describeError, otherMethod } from '../http/errors.ts'
import { turnInfo } from '../http/graphql-request.ts'
import { problems } from '../http/problem.ts'
import { itemPage, noSuchPage, troublePage } from './content-page.ts'
import { ReadPublishedItemDocument } from './generated/documents.ts'

// The image is the empty icon.
const policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * `/content/{id}`: a page of a section of the library that has no public address, as text, without a key (docs/contract.md, Pages of
 * content). A section that has an address is where that leads.
 */
export function contentRouter(http: HttpDependencies): Router {
  // Strict, because the page's own links are relative, so that it works under a path of a proxy.
  const router = express.Router({ strict: true })
  const published = prepare(ReadPublishedItemDocument)
  const css = readFileSync(new URL('content-page.css', import.meta.url), 'utf8')

  router.get('/content/page.css', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').type('css').end(css)
  })
  router.get('/content/:id', asAnybody, rateLimited(http.rateLimiter), async (req, res) => {
    const outcome = await http.core.run(published, { id: String(req.params.id) }, turnInfo({ req, res }))
    // What is no id is the address of no page, as far as a reader is concerned.
    if ('failure' in outcome && outcome.failure.code !== 'INVALID_INPUT') throw outcome.cause
    const found = 'failure' in outcome ? null : outcome.data.found
    if (found?.item.sourceUrl != null) res.redirect(302, found.item.sourceUrl)
    else if (found) send(res, 200, itemPage(found))
    else send(res, 404, noSuchPage())
  })
  router.all(['/content/page.css', '/content/:id'], otherMethod(['get']))
  router.use('/content', inPlainWords(http))
  return router
}

const asAnybody: RequestHandler = (_request, response, next) => {
  response.locals.caller = publicReader
  next()
}

function send(response: Response, status: number, page: string): void {
  response.status(status).set({ 'Content-Security-Policy': policy, 'X-Robots-Tag': 'noindex' }).type('html').end(page)
}

/** A reader of a page gets a page where it cannot be shown. */
const inPlainWords =
  ({ log }: HttpDependencies): ErrorRequestHandler =>
  (error, _request, response, next) => {
    if (response.headersSent) return next(error)
    const { code, headers } = describeError(error, log)
    send(response.set(headers ?? {}), problems[code].status, troublePage(code === 'RATE_LIMITED'))
  }
