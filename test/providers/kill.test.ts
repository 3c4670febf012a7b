import { afterEach, expect, test } from 'vitest'
import { connectAccount, type Fake } from '../support/platforms/account.ts'
import { bland } from '../support/platforms/bland.ts'
import { elevenlabs } from '../support/platforms/elevenlabs.ts'
import { retell } from '../support/platforms/retell.ts'
import { twilio } from '../support/platforms/twilio.ts'
import { vapi } from '../support/platforms/vapi.ts'
import { endPrograms, startProgram } from '../support/program.ts'
import { freshDatabase, nodes, until } from '../support/service.ts'

const databases: { drop(): Promise<void> }[] = []
afterEach(async () => {
  await endPrograms()
  for (const database of databases.splice(0)) await database.drop()
})

const callsOfEach = 200
const fakes: Fake[] = [vapi, retell, elevenlabs, bland, twilio]
/** About half of all messages. */
const killedAfter = 2 * callsOfEach * fakes.length

test('of calls that platforms report all at once, kill -9 loses nothing that was answered 200', async () => {
  const database = await freshDatabase()
  databases.push(database)
  const first = startProgram(database.env)
  const ready = await first.ready
  const accounts = await Promise.all(
    fakes.map(({ provider, secret }) => connectAccount({ ...ready, url: () => ready.address }, provider, secret)),
  )
  let acknowledged = 0
  const kept: string[] = []
  const send = async (fake: Fake, at: number, call: number) => {
    const account = accounts[at]
    if (!account) return
    const id = `killed-${fake.provider}-${call}`
    const said = [{ role: 'user', text: `Is Humira covered by plan ${call}?`, seconds: 3 }] as const
    for (const message of fake.messagesOf({ id, number: '+15554313359', said })) {
      // A busy machine refuses some of a thousand at once; a platform sends them again, as long as somebody answers.
      while ((await fake.send(account, message).catch(() => undefined))?.status !== 200) if (first.child.killed) return
      if (++acknowledged === killedAfter) first.child.kill('SIGKILL')
    }
    kept.push(id)
  }
  await Promise.all(fakes.flatMap((fake, at) => Array.from({ length: callsOfEach }, (_, call) => send(fake, at, call))))
  await first.ended

  const { graphql } = await startProgram(database.env).ready
  const states = async (state: string) => {
    const query = `{ platformMessages(first: 1000, filter: { state: ${state} }) { edges { node { callId } } } }`
    return nodes((await graphql(query)).data.platformMessages)
  }
  await until(async () => (await states('received')).length === 0)
  expect(await states('failed')).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(killedAfter)
  expect(kept.length).toBeGreaterThan(0)
  const { data } = await graphql('{ voiceCalls(first: 1000) { edges { node { callId status } } } }')
  const status = new Map(nodes<{ callId: string; status: string }>(data.voiceCalls).map((call) => [call.callId, call.status]))
  for (const id of kept) expect([id, status.get(id)]).toEqual([id, 'completed'])
})
