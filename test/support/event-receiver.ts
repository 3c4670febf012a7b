import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** What came: the event of a verified request, and its id. */
export interface Received {
  id: string
  type: string
  sequence: number
  data: { subject: string; id: number; patient_id: number | null } & Record<string, unknown>
  headers: IncomingMessage['headers']
  body: string
}

/** How the receiver answers: a status, with headers. */
interface Answering {
  status: number
  headers?: Record<string, string>
}

/** Another system, which events are posted to on this machine. */
export async function startReceiver() {
  const received: Received[] = []
  let answering: (event: Received) => Answering | Promise<Answering> = () => ({ status: 200 })
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const event = { ...JSON.parse(body), id: String(request.headers['webhook-id']), headers: request.headers, body }
    received.push(event)
    const { status, headers } = await answering(event)
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    url: `${origin}/events`,
    received,
    /** Of these kinds, in the order in which they came. */
    of: (...kinds: string[]) => received.filter(({ type }) => kinds.includes(type)),
    answer(next: typeof answering) {
      answering = next
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

/** @throws Error where it is not signed by this secret */
export const verify = (secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
