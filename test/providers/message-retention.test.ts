import { expect, test } from 'vitest'
import { connectVapi, vapiCall } from '../support/platforms/vapi.ts'
import { retentionOf } from '../support/retention.ts'
import { startTestService } from '../support/service.ts'
import { newConversation } from '../support/voice.ts'

// docs/contract.md, Voice platforms, Erased calls.

test('secrets and messages are sealed; what a platform sent goes with its call, and what named no call by its own age', async () => {
  const key = `k:${Buffer.alloc(32, 7).toString('base64')}`
  await using service = await startTestService({ CALL_RETENTION_DAYS: '30', FIELD_ENCRYPTION_KEY: key })
  const retention = retentionOf(service)
  const vapi = await connectVapi(service)
  const spoken = async (words: string) => {
    const call = vapiCall(newConversation('kept'))
    await vapi.send(call.say('user', words))
    await vapi.send(call.report())
    await vapi.read(call.id)
    await retention.voice.analysed(call.id)
    return call.id
  }
  const old = await spoken('Thank you, goodbye.')
  const reported = await spoken('Since the last Humira injection I have had a terrible rash all over my arms.')
  await vapi.send('no JSON, 1')
  const bodies = async () => {
    const rows = await service.sql<{ call_id: string | null; body: string }>('SELECT call_id, body FROM platform_message ORDER BY id')
    return rows.map(({ call_id, body }) => [call_id, body])
  }
  const sealed = expect.stringMatching(/^enc:v1:k:/)
  const all = (of: Record<string, unknown>) => [old, old, reported, reported, null].map((callId) => [callId, of[callId ?? 'none'] ?? ''])
  expect(await bodies()).toEqual(all({ [old]: sealed, [reported]: sealed, none: sealed }))
  const [connection] = await service.sql('SELECT secret, previous_secret FROM platform_connection')
  expect(connection).toEqual({ secret: sealed, previous_secret: '' })

  await retention.decideAll()
  await retention.age()
  await service.sql("UPDATE platform_message SET received_at = received_at - interval '31 days'")
  await vapi.send('no JSON, 2')
  await retention.erase()
  // Messages without a call go after the calls.
  await retention.erase()
  expect(await bodies()).toEqual([...all({ [reported]: sealed }), [null, sealed]])
})
