import express, { type Request, type Router } from 'express'
import { otherMethod } from '../http/errors.ts'
import { onceBuilt } from './built-pages.ts'
import { demoPage, demoScript } from './demo-page.ts'
import { demoStyle } from './demo-style.ts'
import { createWidgetBuild } from './widget.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const originOf = (request: Request) => `${request.protocol}://${request.get('host') ?? 'localhost'}`

/** `/demo`: a page about a medicine of the sample library with the widget on it, for evaluation. @param widgetKey is shown in the page */
export function demoRouter(widgetKey: string): Router {
  const router = express.Router()
  const build = createWidgetBuild()
  router.get('/demo', onceBuilt('widget'), (request, response) => {
    const { path, integrity } = build()
    response
      .set('Content-Security-Policy', policy)
      .type('html')
      .end(demoPage({ src: originOf(request) + path, integrity, widgetKey }))
  })
  router.get('/demo/demo.css', (_request, response) => {
    response.type('css').end(demoStyle)
  })
  router.get('/demo/demo.js', (_request, response) => {
    response.type('js').end(demoScript)
  })
  router.all('/demo', otherMethod(['get']))
  return router
}
