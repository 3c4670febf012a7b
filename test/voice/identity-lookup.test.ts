import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, type Person, voiceOf } from '../support/voice.ts'

// docs/contract.md, Identity, over real rows. How names match is tested in test/voice/identity.

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const look = async (person: Person, changes: object = {}, conversation = newConversation('look')) => {
  const { status, body } = await voice.invoke(conversation, 'patient_lookup', voice.details(person, changes))
  expect(status).toBe(200)
  return body as { patient_id: number | null; patient_name: string | null; verified: boolean; confidence: number; message: string }
}
const auditOf = async (patientId: number) => (await auditEventsOf(service, patientId, 'action')).map(({ action }): string => action)

describe('a lookup verifies', () => {
  test('with all three factors, and links the call to the patient', async () => {
    const person = await voice.person({ first_name: 'Katherine', last_name: "O'Brien" })
    const conversation = newConversation('linked')
    await voice.invoke(conversation, 'request_callback', {})
    const id = await voice.idOf(conversation)
    expect((await voice.call(id)).body).toMatchObject({ patient_id: null, verified: false })
    expect(await look(person, {}, conversation)).toMatchObject({ verified: true, patient_id: person.id, patient_name: "Katherine O'Brien" })
    expect((await voice.call(id)).body).toMatchObject({ patient_id: person.id, verified: true })
    expect(await voice.listed(person)).toMatchObject({ total_conversations: 1 })
    expect(await auditOf(person.id)).toContain('patient.verify')
  })

  test.each(['mem 4711 x', 'MEM-4711-X', 'Mem4711x', ' MEM.4711.X '])('with the member ID written %j', async (member_id) => {
    const person = await voice.person({ member_id: 'MEM-4711X', date_of_birth: '1950-03-04' })
    expect((await look(person, { member_id })).verified).toBe(true)
    await service.rest('DELETE', `/v1/patients/${person.id}`)
  })

  test.each([
    ['Jon', 'Smyth', 'John', 'Smith'],
    ['jose', 'garcia', 'José', 'García'],
    ['Mary', 'OBRIEN', 'Mary', "O'Brien"],
    ['Smith', 'John', 'John', 'Smith'],
    ['Bill', 'Jones', 'William', 'Jones'],
    ['Catherine', 'Lee', 'Katherine', 'Lee'],
  ])('%s %s as %s %s, with a confidence above 0 and at most 1', async (first, last, first_name, last_name) => {
    const person = await voice.person({ first_name, last_name })
    const { verified, confidence } = await look(person, { first_name: first, last_name: last })
    expect(verified).toBe(true)
    expect(confidence).toBeGreaterThan(0)
    expect(confidence).toBeLessThanOrEqual(1)
  })

  test.each([
    ['bcbs', 'Blue Cross Blue Shield'],
    ['bcbs', 'BCBS'],
    ['aetna', 'AETNA'],
    ['blue_cross', 'Blue Cross'],
    ['tiny_plan', 'Tiny Plan'],
    [null, 'Any Insurance'],
    ['aetna', undefined],
    ['aetna', null],
    ['aetna', ''],
    ['aetna', 'my insurance'],
  ])('with the payer on file %j and the payer named %j', async (payer_id, payer_name) => {
    const person = await voice.person({ payer_id })
    expect((await look(person, { payer_name })).verified).toBe(true)
  })
})

describe('a lookup fails', () => {
  test('in the same way whatever was wrong: the same result, the same text', async () => {
    const person = await voice.person({ member_id: 'SOLO-1', date_of_birth: '1966-07-08', payer_id: 'aetna' })
    const inactive = await voice.person({ member_id: 'GONE-1' })
    await service.rest('DELETE', `/v1/patients/${inactive.id}`)
    const twin = await voice.person({ member_id: 'TWIN-1', date_of_birth: '1966-07-08' })
    await voice.person({ member_id: 'twin 1', date_of_birth: '1966-07-08' })
    const failures = [
      await look(person, { first_name: 'Zoltan' }),
      await look(person, { last_name: 'Zimmermann' }),
      await look(person, { dob: '1966-07-09' }),
      await look(person, { dob: '1966-08-07' }),
      await look(person, { member_id: 'SOLO-2' }),
      await look(person, { member_id: '---' }),
      await look(person, { payer_name: 'Cigna' }),
      await look(person, { payer_name: 'unknown' }),
      await look(person, { payer_name: 'aetna cigna humana united bcbs anthem kaiser' }),
      await look(person, { first_name: 'Nobody', last_name: 'Atall', dob: '1901-01-01', member_id: 'NONE' }),
      await look(inactive),
      await look(twin),
    ]
    const [first] = failures
    expect(first).toEqual({ patient_id: null, patient_name: null, verified: false, confidence: 0, message: expect.any(String) })
    for (const failure of failures) expect(failure).toEqual(first)
    expect(first?.message).not.toMatch(/wrong|not (found|match)|incorrect/i)
  })

  test('without a word about the patient, and is audited if a patient nearly matched', async () => {
    const person = await voice.person({ first_name: 'Philippa', last_name: 'Underwood' })
    const conversation = newConversation()
    const failure = await look(person, { first_name: 'Zoltan' }, conversation)
    expect(JSON.stringify(failure)).not.toMatch(/philippa|underwood/i)
    expect(await auditOf(person.id)).toContain('patient.verify_failed')
    expect((await voice.call(await voice.idOf(conversation))).body).toMatchObject({ patient_id: null, verified: false })
  })

  test('if two active patients match, and succeeds once one of them is deactivated', async () => {
    const one = await voice.person({ member_id: 'PAIR-1' })
    const two = await voice.person({ member_id: 'PAIR-1' })
    expect((await look(one)).verified).toBe(false)
    await service.rest('DELETE', `/v1/patients/${two.id}`)
    expect(await look(one)).toMatchObject({ verified: true, patient_id: one.id })
  })

  test('for a family with one member ID only if the name does not tell them apart', async () => {
    const mother = await voice.person({ first_name: 'Ingrid', member_id: 'FAM-1', date_of_birth: '1960-01-01' })
    const twinA = await voice.person({ first_name: 'Robert', member_id: 'FAM-1', date_of_birth: '1990-01-01' })
    const twinB = await voice.person({ first_name: 'Margaret', member_id: 'FAM-1', date_of_birth: '1990-01-01' })
    for (const person of [mother, twinA, twinB]) expect(await look(person)).toMatchObject({ verified: true, patient_id: person.id })
  })

  test('not for twins if one name includes the other: the exact name is verified', async () => {
    const insured = { member_id: 'FAM-2', date_of_birth: '1991-01-01', last_name: 'Reyes' }
    const juan = await voice.person({ ...insured, first_name: 'Juan' })
    const juanCarlos = await voice.person({ ...insured, first_name: 'Juan Carlos' })
    for (const person of [juan, juanCarlos]) expect(await look(person)).toMatchObject({ verified: true, patient_id: person.id })
  })

  test('for two whose names both match exactly, or both nearly', async () => {
    const insured = { member_id: 'FAM-3', date_of_birth: '1992-01-01', last_name: 'Reyes' }
    const [robert, alsoRobert] = [
      await voice.person({ ...insured, first_name: 'Robert' }),
      await voice.person({ ...insured, first_name: 'ROBERT' }),
    ]
    expect((await look(robert)).verified).toBe(false)
    await service.rest('DELETE', `/v1/patients/${alsoRobert.id}`)
    await voice.person({ ...insured, first_name: 'Roberta' })
    const robertJames = await voice.person({ ...insured, first_name: 'Robert James' })
    expect((await look(robert, { first_name: 'Bob' })).verified).toBe(false)
    for (const person of [robert, robertJames]) expect(await look(person)).toMatchObject({ verified: true, patient_id: person.id })
  })

  test.each([
    ["' OR '1'='1", 'x'],
    ['%', '_'],
    ['.*', '.*'],
  ])('for wildcards and quotes: %s', async (member_id, last_name) => {
    expect((await look(await voice.person(), { member_id, last_name })).verified).toBe(false)
  })
})

describe('after five failures', () => {
  const wrong = (index: number) => ({ member_id: `WRONG-${index}` })

  test('the right details fail with 200; other conversations are not locked', async () => {
    const person = await voice.person()
    const conversation = newConversation('locked')
    for (let index = 0; index < 5; index++) expect((await look(person, wrong(index), conversation)).verified).toBe(false)
    const locked = await look(person, {}, conversation)
    expect(locked).toEqual({ patient_id: null, patient_name: null, verified: false, confidence: 0, message: expect.any(String) })
    expect(await look(person, wrong(9), conversation)).toEqual(locked)
    expect((await voice.call(await voice.idOf(conversation))).body).toMatchObject({ patient_id: null, verified: false })
    expect((await look(person, {}, newConversation())).verified).toBe(true)
  })

  test('four do not lock', async () => {
    const person = await voice.person()
    const conversation = newConversation('four')
    for (let index = 0; index < 4; index++) await look(person, wrong(index), conversation)
    expect((await look(person, {}, conversation)).verified).toBe(true)
  })

  test('a repetition with the same parameters counts once', async () => {
    const person = await voice.person()
    const conversation = newConversation('repeated')
    for (let index = 0; index < 20; index++) await look(person, wrong(index % 4), conversation)
    expect((await look(person, {}, conversation)).verified).toBe(true)
  })

  test('a success neither unlocks nor resets the count', async () => {
    const person = await voice.person()
    const conversation = newConversation('between')
    for (let index = 0; index < 4; index++) await look(person, wrong(index), conversation)
    await look(person, {}, conversation)
    await look(person, wrong(4), conversation)
    expect((await look(person, {}, conversation)).verified).toBe(false)
  })

  test('thirty simultaneous guesses do not get around the lock, and none reveals more', async () => {
    const person = await voice.person()
    const conversation = newConversation('thirty')
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => look(person, wrong(index), conversation)))
    expect(answers.every(({ verified }) => !verified)).toBe(true)
    expect(new Set(answers.map(({ message }) => message)).size).toBeLessThanOrEqual(2)
    expect((await look(person, {}, conversation)).verified).toBe(false)
    expect((await auditOf(person.id)).filter((action) => action === 'patient.verify')).toEqual([])
    expect(await voice.invocations(await voice.idOf(conversation))).toHaveLength(31)
  })

  test('invalid parameters are refused with 422 and do not count', async () => {
    const person = await voice.person()
    const conversation = newConversation('bad')
    for (let index = 0; index < 8; index++) {
      expect((await voice.invoke(conversation, 'patient_lookup', { first_name: `A${index}` })).status).toBe(422)
    }
    expect((await look(person, {}, conversation)).verified).toBe(true)
  })

  test('a caller verified before stays verified', async () => {
    const { person, conversation } = await voice.verified()
    for (let index = 0; index < 6; index++) await look(person, wrong(index), conversation)
    const { body } = await voice.invoke(conversation, 'verify_benefits', { patient_id: person.id })
    expect(body.status).not.toBe('identity_required')
    expect((await voice.call(await voice.idOf(conversation))).body).toMatchObject({ patient_id: person.id, verified: true })
  })
})

describe('which patient a call belongs to', () => {
  test('a caregiver may verify a second patient and ask about both; the call stays with the first', async () => {
    const { person: first, conversation, callId } = await voice.verified()
    const second = await voice.person()
    expect((await look(second, {}, conversation)).verified).toBe(true)
    for (const { id } of [first, second]) {
      expect((await voice.invoke(conversation, 'verify_benefits', { patient_id: id })).body.status).not.toBe('identity_required')
    }
    expect((await voice.call(callId)).body.patient_id).toBe(first.id)
    expect(await voice.listed(first)).toMatchObject({ total_conversations: 1 })
    expect(await voice.listed(second)).toMatchObject({ total_conversations: 0 })
  })

  test('verifying again counts the conversation once', async () => {
    const { person, conversation } = await voice.verified()
    await look(person, {}, conversation)
    await voice.verify(newConversation(), person)
    expect(await voice.listed(person)).toMatchObject({ total_conversations: 2 })
  })

  test('a call registered for one patient that verifies another counts for the patient it ends with', async () => {
    const [about, caller] = [await voice.person(), await voice.person()]
    const conversation = newConversation('payer')
    await voice.register(conversation, { callType: 'benefits_verification', patientId: about.id })
    expect(await voice.listed(about)).toMatchObject({ total_conversations: 1 })
    await look(caller, {}, conversation)
    const { patient_id } = (await voice.call(await voice.idOf(conversation))).body
    const totals = { [about.id]: 0, [caller.id]: 0, [patient_id]: 1 }
    for (const person of [about, caller]) expect((await voice.listed(person)).total_conversations).toBe(totals[person.id])
  })

  test('a registration may not name a patient for a call with a caller, nor an unknown one', async () => {
    const person = await voice.person()
    await expect(voice.register(newConversation(), { patientId: person.id })).rejects.toThrow('INVALID_INPUT')
    await expect(voice.register(newConversation(), { callType: 'benefits_verification', patientId: 999999999 })).rejects.toThrow(
      'INVALID_INPUT',
    )
  })

  test('a registration cannot move a verified call to somebody else', async () => {
    const { person, conversation, callId } = await voice.verified()
    const other = await voice.person()
    await voice.register(conversation, { callType: 'benefits_verification', patientId: other.id }).catch(() => {})
    const { body } = await voice.call(callId)
    expect([body.patient_id, body.verified]).toEqual([person.id, true])
  })
})
