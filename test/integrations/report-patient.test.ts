import { afterAll, expect, test } from 'vitest'
import { startSafetyReports } from '../support/safety-reports.ts'
import { newConversation } from '../support/voice.ts'

// What a safety report tells of the patient (docs/safety-reporting.md, What is sent).

const reports = await startSafetyReports()
const { voice, enter, oneInState } = reports
afterAll(() => reports[Symbol.asyncDispose]())

test('what the record has of a patient, and whose a case is claimed to be, is not in what was said', async () => {
  const address = { address_line1: '12 Elm Street', city: 'Springfield', zip_code: '60614', group_number: 'GRP-77' }
  const person = await voice.person({ first_name: 'Lena', last_name: 'Black', date_of_birth: '1980-02-09', ...address })
  const said = 'Black stools. She lives at 12 Elm Street, 60614 Springfield, and is in GRP-77, since 2/9/1980'
  const ours = await oneInState(await enter({ patientId: person.id, eventDescription: said, symptoms: ['black stools'] }), 'sent')
  expect(ours.document.E_i_reaction).toMatchObject({
    E_i_1_1a_as_reported: 'Black stools. She lives at [removed], [removed] [removed], and is in [removed], since [removed]',
    symptoms: ['black stools'],
  })
  const claimed = { claimedPatient: 'my neighbour Tomas Wilde', eventDescription: 'My neighbour, tomas wilde, got hives on his arm' }
  const theirs = await oneInState(await enter(claimed), 'sent')
  expect(theirs.document.H_narrative.H_1_case_narrative).toBe('My neighbour, [removed] [removed], got hives on his arm')
})

test('a patient whom nobody verified is left out until staff say whose it is', async () => {
  const person = await voice.person({ first_name: 'Zara', last_name: 'Ix' })
  const flagged = { patient_id: person.id, event_description: 'Hives', severity: 'mild', medication_name: 'Cosentyx' }
  const cases = [1, 2].map(async () => {
    const { body } = await voice.invoke(newConversation('unverified'), 'flag_adverse_event', flagged)
    const { id } = await voice.caseOf(body.case_number)
    const first = await oneInState(id, 'sent')
    expect(first.document.D_patient).toEqual({ D_1_initials: null, D_2_2_age_at_onset_years: null, D_5_sex: null })
    expect(first.document.incomplete).toContain('patient')
    return id as number
  })
  const [linked = 0, confirmed = 0] = await Promise.all(cases)
  await voice.query('mutation($input: UpdateAdverseEventInput!) { updateAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input: { id: linked, patientId: person.id },
  })
  await voice.review(confirmed, 'confirmed')
  for (const id of [linked, confirmed]) {
    expect((await oneInState(id, 'sent', 'follow_up')).document.D_patient).toMatchObject({ D_1_initials: 'ZI' })
  }
})
