import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createMailer } from '../../src/platform/mail.ts'

test('a mail ends though its server never falls silent: each byte that it says in time holds it no longer', async () => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const timer = setInterval(() => socket.write('2'), 20)
    socket.on('close', () => clearInterval(timer)).on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mailer = await createMailer({ smtpUrl, mailFrom: 'care@clinic.example' }, 200)
  const mail = { to: 'a@b.example', subject: 'Hello', text: 'Hello', messageId: '<1@care>' }
  await expect(mailer?.send(mail)).rejects.toMatchObject({ name: 'TimeoutError' })
  for (const socket of sockets) socket.destroy()
  mailer?.close()
  server.close()
})
