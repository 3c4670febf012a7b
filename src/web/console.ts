import express, { type Router } from 'express'
import { otherMethod } from '../http/errors.ts'
import { builtFolder, onceBuilt } from './built-pages.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `/console`: one page for every address below it, and its hashed files, which browsers keep. */
export function consoleRouter(): Router {
  const router = express.Router()
  const folder = builtFolder('console')
  router.use('/console', onceBuilt('console'))
  router.use('/console/assets', express.static(`${folder}/assets`, { immutable: true, maxAge: '1y', index: false, fallthrough: false }))
  router.get(['/console', '/console/{*path}'], (_request, response) => {
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' }).sendFile(`${folder}/index.html`)
  })
  router.all('/console', otherMethod(['get']))
  return router
}
