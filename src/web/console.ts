import compression from 'compression'
import express, { type Router } from 'express'
import { otherMethod } from '../http/errors.ts'
import { builtFolder, onceBuilt } from './built-pages.ts'

/** What a browser needs to know to sign a person in; public. */
export interface ConsoleSignIn {
  issuer: string
  clientId: string
  audience: string
}

/** The identity provider is asked for its endpoints and the token, where people sign in by it. */
const policyOf = (signIn: ConsoleSignIn | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${signIn ? ` ${new URL(signIn.issuer).origin}` : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** `/console`: one page for every address below it, and its hashed files, which browsers keep. */
export function consoleRouter(signIn: ConsoleSignIn | undefined): Router {
  const router = express.Router()
  const folder = builtFolder('console')
  const policy = policyOf(signIn)
  router.get('/console/settings.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').json(signIn ?? {})
  })
  router.use('/console', onceBuilt('console'))
  const assets = express.static(`${folder}/assets`, { immutable: true, maxAge: '1y', index: false, fallthrough: false })
  router.use('/console/assets', compression(), assets)
  router.get(['/console', '/console/{*path}'], (_request, response) => {
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' }).sendFile(`${folder}/index.html`)
  })
  router.all('/console', otherMethod(['get']))
  return router
}
