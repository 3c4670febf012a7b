import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processEnv } from '../support/process.ts'
import { apiKey, startTestService, type TestService, until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'

// `care safety …` (docs/safety-reporting.md).

let service: TestService
const folder = mkdtempSync(join(tmpdir(), 'care-safety-'))
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const care = (...args: string[]) => run('safety', ...args)
const run = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const options = { env: processEnv({ CARE_URL: service.url(), API_KEY: apiKey, DATA_DIR: '/nonexistent' }) }
    execFile(process.execPath, ['src/cli.ts', ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })

test('a program is added, its reports are written as CSV without formulas, compared with a list, they stand in the patient’s export, and it is ended', async () => {
  const voice = voiceOf(service)
  const added = await care(
    'add-program',
    'Novartis',
    '--medicines',
    'Cosentyx',
    '--hours',
    '24',
    '--time-zone',
    'America/New_York',
    '--channel',
    'manual',
    '--weekdays',
  )
  expect(added.output).toBe('Program 1 is there.\n')
  const person = await voice.person()
  const { made } = await voice.query(
    `mutation { made: enterAdverseEvent(input: { patientId: ${person.id}, eventDescription: "=cmd() and hives", medicationName: "Cosentyx" }) { adverseEvent { id caseNumber } } }`,
  )
  const report = await until(async () => {
    const { adverseEvent } = await voice.query(`{ adverseEvent(id: ${made.adverseEvent.id}) { safetyReports { id } } }`)
    return adverseEvent.safetyReports[0]
  }, 20)
  await voice.query(`mutation { recordSafetyReportSent(input: { id: ${report.id} }) { safetyReport { id } } }`)
  const file = join(folder, 'reports.csv')
  expect((await care('reports', '--program', '1', '--to', file)).output).toBe(`1 reports are in ${file}.\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [header = '', line = ''] = readFileSync(file, 'utf8').split('\n')
  expect(header).toContain('case_number,manufacturer,version,kind,state')
  expect(line).toContain(`${made.adverseEvent.caseNumber},Novartis,1,initial,sent`)
  expect(line).toContain("'=cmd() and hives")
  // What was disclosed stands in the patient's export.
  const exported = join(folder, 'patient.json')
  expect((await run('patients', 'export', String(person.id), '--to', exported)).code).toBe(0)
  const [whole] = JSON.parse(readFileSync(exported, 'utf8')).adverseEvents
  expect(whole.safetyReports).toMatchObject([{ state: 'sent', document: { E_i_reaction: { E_i_1_1a_as_reported: '=cmd() and hives' } } }])
  const list = join(folder, 'theirs.csv')
  writeFileSync(list, 'case_number,version,receiver_number\n')
  const compared = await care('reconcile', list, '--program', '1', '--from', '2000-01-01T00:00:00Z', '--until', '2100-01-01T00:00:00Z')
  expect(compared.output).toMatch(/^1 were sent, 0 are listed\.\n.*not_received/s)
  expect((await care('end-program', '1')).output).toBe('Program 1 has ended.\n')
  expect((await care('programs')).output).toMatch(/Novartis.*Cosentyx/)
  const refused = await care('add-program', 'X', '--medicines', 'Y', '--hours', '24', '--time-zone', 'Mars/Base', '--channel', 'manual')
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('time zone')])
})
