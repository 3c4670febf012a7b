import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { connectAccount } from '../support/platforms/account.ts'
import { elevenlabs } from '../support/platforms/elevenlabs.ts'
import { retell } from '../support/platforms/retell.ts'
import { startTestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// Lost reports are fetched of each platform by itself (docs/contract.md, Voice platforms).

test('a platform whose list does not come keeps no other’s lost reports waiting, and ends with the service', async () => {
  const id = newConversation('silent')
  let isListHeld = false
  const ended = Promise.withResolvers<void>()
  let timesAsked = 0
  const api = createServer((request, response) => {
    if (request.url?.startsWith('/v1/convai/')) {
      isListHeld = true
      response.once('close', () => {
        isListHeld = false
        ended.resolve()
      })
      return
    }
    timesAsked++
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  const service = await startTestService({ ELEVENLABS_API_URL: url, RETELL_API_URL: url })
  const voice = voiceOf(service)
  const slow = await connectAccount(service, 'elevenlabs', elevenlabs.secret)
  await voice.query('mutation($input: SetPlatformApiKeyInput!) { setPlatformApiKey(input: $input) { platformConnection { id } } }', {
    input: { id: slow.id, apiKey: 'key-of-the-api' },
  })
  await voice.query(
    'mutation($input: UpdatePlatformConnectionInput!) { updatePlatformConnection(input: $input) { platformConnection { id } } }',
    { input: { id: slow.id, agents: ['agent-of-ours'] } },
  )
  const other = await connectAccount(service, 'retell', retell.secret)
  await retell.send(other, retell.messagesOf({ id, number: '+15554313359', said: [] })[0])
  await other.read(id)
  await service.sql("UPDATE platform_message SET received_at = received_at - interval '5 minutes'")
  await service.restart()
  await until(() => timesAsked > 0 && isListHeld, 9)
  await service[Symbol.asyncDispose]()
  await ended.promise
  api.close()
})
