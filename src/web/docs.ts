import compression from 'compression'
import express, { type Router } from 'express'
// Not the package itself, which would run the page's script here.
import swaggerUiPath from 'swagger-ui-dist/absolute-path.js'
import { otherMethod } from '../http/errors.ts'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Care Outreach REST interface</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`
const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, persistAuthorization: false, validatorUrl: null })`

/** `/openapi.json` and, at `/docs`, Swagger UI over it, served from this process. */
export function docsRouter(document: object): Router {
  const router = express.Router()
  const text = JSON.stringify(document)
  router.get('/openapi.json', (_request, response) => {
    response.type('application/json').end(text)
  })
  router.get('/docs', (_request, response) => {
    response
      .set('Content-Security-Policy', "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:")
      .type('html')
      .end(page)
  })
  router.get('/docs/start.js', (_request, response) => {
    response.type('js').end(start)
  })
  router.all(['/openapi.json', '/docs'], otherMethod(['get']))
  router.use('/docs', compression(), express.static(swaggerUiPath(), { index: false }))
  return router
}
