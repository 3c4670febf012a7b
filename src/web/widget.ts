import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import compression from 'compression'
import express, { type Router } from 'express'
import { otherMethod } from '../http/errors.ts'
import { builtFolder, onceBuilt } from './built-pages.ts'

/** What a page needs to load one build of the widget for good: its own address and the hash that a browser checks. */
export interface WidgetBuild {
  text: Buffer
  /** `/widget/<hash>/widget.js` */
  path: string
  /** For `integrity`. */
  integrity: string
}

/** Reads the built widget once. */
export function createWidgetBuild(): () => WidgetBuild {
  let build: WidgetBuild | undefined
  return () => {
    if (!build) {
      const text = readFileSync(`${builtFolder('widget')}/widget.js`)
      const hash = createHash('sha384').update(text).digest()
      build = { text, path: `/widget/${hash.toString('hex').slice(0, 16)}/widget.js`, integrity: `sha384-${hash.toString('base64')}` }
    }
    return build
  }
}

/**
 * The widget's script: `/widget.js` is the newest, asked for again after five minutes; the address with the build's hash never
 * changes, so browsers keep it for a year and a page can state its `integrity`.
 */
export function widgetRouter(): Router {
  const router = express.Router()
  const build = createWidgetBuild()
  router.use(['/widget.js', '/widget/:hash/widget.js'], compression())
  router.get('/widget.js', onceBuilt('widget'), (_request, response) => {
    const { text } = build()
    response.set({ 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' }).type('js').end(text)
  })
  router.get('/widget/:hash/widget.js', onceBuilt('widget'), (request, response, next) => {
    const { text, path } = build()
    if (request.path !== path) return next()
    response.set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'Access-Control-Allow-Origin': '*' }).type('js').end(text)
  })
  router.all('/widget.js', otherMethod(['get']))
  return router
}
