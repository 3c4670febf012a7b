import { afterAll, describe, expect, test } from 'vitest'
import { analyseByRules } from '../../../src/domain/voice/analysis/analyse-by-rules.ts'
import { turnsOf } from '../../../src/domain/voice/analysis/transcript-turns.ts'
import { utteranceReaders } from '../../../src/domain/voice/analysis/utterance-readers.ts'
import { topicsOf } from '../../../src/domain/voice/insights/topics-of.ts'
import { localVectors } from '../../support/local-vectors.ts'

// What a message to the chat is an emergency for is one on the telephone, too. The words are nobody's rows.

const embeddings = localVectors()
afterAll(() => embeddings.close())

const plainCall = { callType: 'patient', agentType: 'patient', verified: true, functions: [], flaggedAdverseEvents: 0 }
const readers = utteranceReaders((texts) => embeddings.embedDocuments(texts))
const analyse = (said: string) => {
  const transcript = `AI: Thank you for calling. How can I help?\nUser: ${said}\nAI: I see. Is there anything else?\nUser: No, thank you.`
  return analyseByRules({ ...plainCall, turns: turnsOf(transcript) }, readers)
}

describe.each([
  ['My card was rejected again. Some evenings I ask myself whether it would be easier not to wake up.', 'suicidal thoughts'],
  ['Honestly the Taltz works fine, but I have thought about ending my life this week.', 'suicidal thoughts'],
  ['I have my father’s pistol in the drawer and I can’t go on like this.', 'suicidal thoughts'],
  ['I swallowed all of my pills last night because I did not want to wake up.', 'suicidal thoughts'],
  ['I don’t want to live any more.', 'suicidal thoughts'],
  ['My little one drank from the bottle of my medicine ten minutes ago.', 'overdose or wrong dose'],
])('%s', (said, symptom) => {
  test('is a severe report in its own words, urgent, and the matter of the call', async () => {
    const { adverseEvents, callOutcome, followUpActions, summary } = await analyse(said)
    expect(adverseEvents).toEqual([expect.objectContaining({ severity: 'severe', symptoms: expect.arrayContaining([symptom]) })])
    expect(said).toContain(adverseEvents[0]?.description.split('\n')[0])
    expect(followUpActions[0]).toMatchObject({ priority: 'urgent', assignedTo: 'nurse' })
    expect(followUpActions.map(({ action }) => action)).not.toContain('Honor the request not to be called again')
    expect([callOutcome, summary.overview]).toEqual(['adverse_event_reported', expect.stringContaining(symptom)])
  })

  test('is heard as it is said', () => expect(topicsOf(said)).toContain('adverse_event'))
})

test.each(['He is turning blue and does not answer me.', 'My chest feels crushed and my left arm is numb.'])(
  'danger to the body needs no medicine and no known symptom: %s',
  async (said) => {
    const { adverseEvents, callOutcome } = await analyse(said)
    expect([adverseEvents[0]?.severity, callOutcome]).toEqual(['severe', 'adverse_event_reported'])
  },
)

test.each([
  'I am dead tired of this traffic, it is killing me.',
  'Can that medicine make somebody suicidal? I have not taken it yet.',
  'My uncle had a stroke twenty years ago.',
  'Hold on, I am coming up on my exit.',
  'That is fine, I will just pick it up there myself.',
])('what only sounds so is no report: %s', async (said) => {
  expect((await analyse(said)).adverseEvents).toEqual([])
})
