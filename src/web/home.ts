import express, { type Router } from 'express'
import { otherMethod } from '../http/errors.ts'
import { demoStyle } from './demo-style.ts'

interface Place {
  path: string
  name: string
  what: string
}

const places: Place[] = [
  { path: '/console', name: 'Staff console', what: 'Work, patients, calls, safety, library and figures' },
  { path: '/docs', name: 'REST interface', what: 'Every path, to read and to try' },
  { path: '/ready', name: 'State', what: 'Whether the service is ready, and what is not' },
]
const ofEvaluation: Place[] = [
  { path: '/console/demonstration', name: 'Made-up people', what: 'Fill the service, and see it as each role does' },
  { path: '/demo', name: 'Widget', what: 'The chat on a sample page, over the sample library' },
  { path: '/graphql', name: 'GraphQL', what: 'The schema, in GraphiQL' },
]

const policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `/`: what is here, for somebody who opens the address that the start printed. @param isEvaluation outside production */
export function homeRouter(isEvaluation: boolean): Router {
  const router = express.Router()
  const text = page(isEvaluation ? [...places, ...ofEvaluation] : places)
  router.get('/', (_request, response) => {
    response.set('Content-Security-Policy', policy).type('html').end(text)
  })
  router.get('/home.css', (_request, response) => {
    response.type('css').end(demoStyle)
  })
  router.all('/', otherMethod(['get']))
  return router
}

const page = (shown: readonly Place[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Care Outreach</title>
<link rel="stylesheet" href="/home.css">
<link rel="icon" href="data:,">
</head>
<body>
<main>
<h1>Care Outreach</h1>
<p class="lead">The service runs. Here is what it has.</p>
<ul>
${shown.map(({ path, name, what }) => `<li><a href="${path}">${name}</a>: ${what}</li>`).join('\n')}
</ul>
</main>
</body>
</html>
`
