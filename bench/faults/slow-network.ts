import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy before a server, which can keep back each answer of it for a while. */
export async function slowNetwork(serverUrl: string) {
  const { hostname, port } = new URL(serverUrl)
  let delayMs = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname)
    client.setNoDelay(true)
    upstream.setNoDelay(true)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.pipe(upstream)
    upstream.on('data', (chunk) => {
      const give = () => void client.write(chunk)
      if (delayMs === 0) give()
      else setTimeout(give, delayMs)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: Object.assign(new URL(serverUrl), { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) }).href,
    delay(milliseconds: number) {
      delayMs = milliseconds
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
