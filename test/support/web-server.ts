import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Page = string | ((request: IncomingMessage, response: ServerResponse) => unknown)

/** A web server inside the network; `pages` by path are HTML, or answer themselves. `visits` are the paths asked for. */
export async function startWebServer(pages: Record<string, Page> = {}) {
  const visits: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    visits.push(pathname)
    const page = pages[pathname]
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')
    else if (typeof page === 'string') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    else page(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    pages,
    visits,
    port,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type WebServer = Awaited<ReturnType<typeof startWebServer>>

/** A page that answers each request only when it is told with what. */
export function heldPage() {
  const waiting: ((html: string) => void)[] = []
  const page: Page = (_request, response) => {
    waiting.push((html) => response.writeHead(200, { 'content-type': 'text/html' }).end(html))
  }
  return { page, waiting }
}
