import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { processEnv } from '../support/process.ts'
import { apiKey, patientBody, startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'
import { startWebServer } from '../support/web-server.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const care = (...args: string[]) => careAt(service.url(), ...args)
const careAt = (url: string, ...args: string[]) => startCare(url, ...args).ended
function startCare(url: string, ...args: string[]) {
  const { promise: ended, resolve } = Promise.withResolvers<{ code: number; output: string }>()
  const options = { env: processEnv({ CARE_URL: url, API_KEY: apiKey, DATA_DIR: '/nonexistent' }) }
  const child = execFile(process.execPath, ['src/cli.ts', 'patients', 'export', ...args], options, (error, stdout, stderr) =>
    resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
  )
  return { child, ended }
}

test("a patient's export holds the record, its calls with every word, cases, coverage and who read it, in a file for its owner alone", async () => {
  const voice = voiceOf(service)
  const { id } = (await service.rest('POST', '/v1/patients', { body: patientBody({ payer_id: 'aetna', member_id: 'EXPORT-1' }) })).body
  await service.rest('POST', `/v1/patients/${id}/medications`, { body: { medication_name: 'Humira' } })
  const conversation = newConversation('export')
  const identity = { first_name: 'Ada', last_name: 'Quill', dob: '1980-02-29', phone: '+15551234567', member_id: 'EXPORT-1' }
  expect((await voice.invoke(conversation, 'patient_lookup', identity)).body.patient_id).toBe(id)
  await voice.invoke(conversation, 'flag_adverse_event', { patient_id: id, event_description: 'hives', severity: 'mild' })
  const callId = await voice.idOf(conversation)
  // More than a page holds.
  for (let turn = 0; turn < 60; turn++) await voice.say(callId, `word ${turn}`, { speaker: 'user' })
  await until(async () => (await service.rest('GET', `/v1/patients/${id}/benefits`)).body.status !== 'in_progress')
  const [item] = await service.sql<{ id: number }>(`SELECT id FROM work_item WHERE patient_id = ${id} AND kind = 'adverse_event'`)
  const noting = 'mutation($input: NoteWorkItemInput!) { noteWorkItem(input: $input) { workItem { id } } }'
  await voice.query(noting, { input: { workItemId: item?.id, note: 'Asked the clinic.' } })

  const file = join(inject('scratch'), `patient-${id}.json`)
  expect(await care(String(id), '--to', file)).toEqual({ code: 0, output: `Patient ${id} is in ${file}.\n` })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const exported = JSON.parse(await readFile(file, 'utf8'))
  expect(exported).toMatchObject({ id, firstName: 'Ada', memberId: 'EXPORT-1', medications: [{ medicationName: 'Humira' }] })
  const [call] = exported.voiceCalls
  expect(call.utterances.map(({ text }: { text: string }) => text).toSorted()).toEqual(
    Array.from({ length: 60 }, (_, turn) => `word ${turn}`).toSorted(),
  )
  expect(call.functionInvocations.map(({ functionName }: { functionName: string }) => functionName)).toContain('flag_adverse_event')
  expect(exported.adverseEvents).toMatchObject([{ eventDescription: 'hives', severity: 'mild' }])
  expect(JSON.stringify(exported.workItems)).toContain('Asked the clinic.')
  expect(exported.verifications[0].timeline.length).toBeGreaterThan(0)
  expect(exported.auditEvents.map(({ action }: { action: string }) => action)).toContain('patient.create')

  const again = await care(String(id), '--to', file)
  expect(again).toEqual({ code: 1, output: `care: ${file} cannot be written (EEXIST).\n` })
})

test('a patient who does not exist leaves no file', async () => {
  const file = join(inject('scratch'), 'nobody.json')
  expect((await care('999999', '--to', file)).code).toBe(1)
  expect(existsSync(file)).toBe(false)
})

/** Before the service, with what becomes of the request that asks for a patient's last list; all others are passed on. */
const startProxy = (last: (response: ServerResponse) => void) =>
  startWebServer({
    '/graphql': async (request, response) => {
      const body = await text(request)
      if (body.includes('list: auditEvents')) return last(response)
      const { authorization = '', 'content-type': type = '' } = request.headers
      const answer = await fetch(`${service.url()}/graphql`, { method: 'POST', body, headers: { authorization, 'content-type': type } })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    },
  })

test('an export is written as it is read, and one that breaks off leaves no file', async () => {
  const { id } = (await service.rest('POST', '/v1/patients', { body: patientBody() })).body
  const file = join(inject('scratch'), `broken-off-${id}.json`)
  let writtenBefore = 0
  await using proxy = await startProxy((response) => {
    writtenBefore = statSync(file).size
    response.writeHead(200).end('{"errors":[{"message":"gone"}]}')
  })
  const { code } = await careAt(proxy.origin, String(id), '--to', file)
  expect(code).toBe(1)
  expect(writtenBefore).toBeGreaterThan(0)
  expect(existsSync(file)).toBe(false)
})

test.for(['SIGINT', 'SIGTERM'] as const)('an export that is stopped by %s leaves no file, and says so', async (signal) => {
  const { id } = (await service.rest('POST', '/v1/patients', { body: patientBody() })).body
  const file = join(inject('scratch'), `stopped-${signal}.json`)
  const waits = Promise.withResolvers<void>()
  await using proxy = await startProxy(() => waits.resolve())
  const exported = startCare(proxy.origin, String(id), '--to', file)
  await waits.promise
  expect(existsSync(file)).toBe(true)
  exported.child.kill(signal)
  expect(await exported.ended).toEqual({ code: 1, output: `care: ${file} was not written to its end.\n` })
  expect(existsSync(file)).toBe(false)
})
