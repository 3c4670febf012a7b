import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { type AddressInfo, createServer, type ListenOptions, type Server as NetServer } from 'node:net'

export interface Listening {
  port: number
  /** Takes no further connection; resolves when the last one has ended. */
  close(): Promise<void>
  closeAllConnections(): void
}

/**
 * Sockets that listen to one port. libuv accepts one connection a socket and turn of the event loop: under load, with turns of 50 ms,
 * a single one takes 20 a second, and a probe waits behind every client that came before it. Other systems than Linux do not
 * spread connections over them.
 */
const sockets = process.platform === 'linux' ? 8 : 1

/** As `http.Server` accepts sockets itself: without a delay, small writes of a stream would wait for the client's acknowledgement. */
const asHttp = { noDelay: true, allowHalfOpen: true }

/**
 * Serves HTTP on a port; 0: on one that is free.
 * @throws an error with `code` where it cannot listen there, `EADDRINUSE` above all
 */
export async function listen(app: RequestListener, options: ServerOptions, at: { port: number; host: string }): Promise<Listening> {
  const server = createHttpServer(options, app)
  const others = Array.from({ length: sockets - 1 }, () => createServer(asHttp, (socket) => server.emit('connection', socket)))
  const port = await listenTogether([server, ...others], at)
  const closing = [server, ...others].map((one) => new Promise<void>((resolve) => one.once('close', resolve)))
  return {
    port,
    async close() {
      for (const one of [server, ...others]) one.close()
      await Promise.all(closing)
    },
    closeAllConnections: () => server.closeAllConnections(),
  }
}

/** With a shared port another service of this user could listen on the same one unnoticed, so it is bound once alone, to be sure that it is free. */
async function listenTogether([first, ...others]: [Server, ...NetServer[]], { port, host }: { port: number; host: string }) {
  if (others.length === 0) return bind(first, { port, host })
  const probe = createServer()
  const free = await bind(probe, { port, host })
  await new Promise<unknown>((resolve) => probe.close(resolve))
  const servers = [first, ...others]
  try {
    for (const server of servers) await bind(server, { port: free, host, reusePort: true })
  } catch (error) {
    for (const server of servers) server.close()
    throw error
  }
  return free
}

async function bind(server: NetServer, options: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options, () => resolve(void server.off('error', reject)))
  })
  return (server.address() as AddressInfo).port
}
