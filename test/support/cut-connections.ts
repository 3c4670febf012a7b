import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy before a service, whose connections a test can cut, as a failing network does. */
export async function throughNetwork(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(socket)
      // A cut is an error to both ends.
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.pipe(service).pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Cuts all connections; new ones are let through. */
    cut,
    close() {
      server.close()
      cut()
    },
  }
}
