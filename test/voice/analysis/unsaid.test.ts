import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallAnalysis, CallToAnalyse } from '../../../src/domain/voice/analysis/analysis-schema.ts'
import { verifyAnalysis } from '../../../src/domain/voice/analysis/verify-analysis.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../../support/fake-openai.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { newConversation, voiceOf } from '../../support/voice.ts'

// What a model writes of a call is held against the call, sentence by sentence.

const call: CallToAnalyse = {
  turns: [
    { speaker: 'AI', text: 'How can I help you?' },
    { speaker: 'User', text: 'Is Humira covered, and is it safe to drink alcohol with it? I was diagnosed with rheumatoid arthritis.' },
    { speaker: 'AI', text: 'It is covered. The form is on relivant dot com, or call three one two five five five oh one four two.' },
    { speaker: 'User', text: 'My hair has been coming out in clumps since Monday. Call me back at 312-555-0177.' },
  ],
  callType: 'patient',
  agentType: 'patient',
  verified: true,
  functions: [{ name: 'verify_benefits', succeeded: true, message: 'See https://plans.example/form for the form.' }],
  flaggedAdverseEvents: 0,
}
const local: CallAnalysis = {
  summary: { overview: 'Local overview.', patientConcern: 'Local concern.', resolution: 'Local resolution.' },
  keyFindings: [],
  topics: [],
  medications: ['Humira'],
  callOutcome: 'information_provided',
  satisfaction: null,
  callbackRequested: true,
  followUpActions: [{ action: 'Call back', priority: 'medium', assignedTo: 'care_coordinator' }],
  adverseEvents: [],
}
const plain = 'The caller asked about Humira.'

const hostile = [
  'Read https://evil.example/pay now.',
  'Read http://203.0.113.9/login now.',
  'See www.evil.com for a refund.',
  'See evil.com.',
  'See bit.ly/3xYz for the form.',
  'See plans.example.evil.io for the form.',
  'See https://plans.example@evil.com for the form.',
  'See evil dot com for the form.',
  'See evil\u200b.com for the form.',
  'See ｅｖｉｌ．ｃｏｍ for the form.',
  'See аррӏе.com for the form.',
  'See hxxps://evil.example for the form.',
  'Write to help@evil.example about it.',
  'Write to help[at]evil[dot]com about it.',
  'Use mailto:help@evil.example instead.',
  'Open javascript:alert(1) first.',
  'Open data:text/html;base64,PHNjcmlwdD4= first.',
  'Call 1-800-555-0199 for help.',
  'Call (800) 555.0199 for help.',
  'Call 1-800-BAD-DRUG for help.',
  'Call ١٨٠٠٥٥٥٠١٩٩ for help.',
  'Call 1\u2011800\u2011555\u20110199 for help.',
  'Text STOP to 55512 for help.',
  'Call eight hundred five five five oh one nine nine for help.',
  'Read [the guide](https://evil.example/guide) first.',
  'Read [the form](https://plans.example/form) first.',
  'Seen ![pixel](https://evil.example/p.png) here.',
  'Seen ![](p.png) here.',
  'Seen <img src=x onerror=alert(1)> here.',
  'Seen <script>alert(1)</script> here.',
  'Seen ＜script＞ here.',
  'Seen &#x3c;script&#x3e; here.',
  'Run ```sh curl evil``` first.',
  'The symptoms are consistent with shingles.',
  'The caller probably has lymphoma.',
  'The diagnosis is alopecia areata.',
  'It is safe to drink alcohol with Humira.',
  'The hair loss is harmless.',
  'There is no need to call 911 about it.',
  'The caller does not need a doctor for it, so do not call the doctor.',
]
const harmless = [
  'The form is on relivant.com.',
  'The agent named the site relivant dot com.',
  'The form is at https://plans.example/form.',
  'The caller asked whether it is safe to drink alcohol with Humira.',
  'The caller was diagnosed with rheumatoid arthritis.',
  'The caller has had hair loss since Monday (in clumps).',
  'The caller wants to know if it is safe.',
  'Prior authorization is and/or was not needed.',
  'The plan runs from 2026-01-01 to 2026-12-31.',
  'The copay card covers 2025-2026.',
  'Humira is covered; the caller said so twice.',
  'A call back is wanted, e.g. on Monday.',
  'The caller spoke of step therapy & quantity limits.',
  'The caller said: “My hair has been coming out.”',
  'J-code J0135 was mentioned, with a 1-2 day wait.',
  'The caller stopped it without asking the doctor.',
  'The caller seems to be content, and the agent suggests waiting for the letter.',
  'The denial is likely due to a missing form.',
  'Store it in a safe place, the agent said.',
]

const verified = (changes: Partial<CallAnalysis>) => verifyAnalysis({ ...local, followUpActions: [], ...changes }, local, call)
const everywhere = (text: string): Partial<CallAnalysis> => ({
  summary: { overview: text, patientConcern: text, resolution: text },
  keyFindings: [text],
  followUpActions: [{ action: text, priority: 'low', assignedTo: 'pharmacist' }],
})

describe('a sentence with what the call does not have is cut, and only that sentence', () => {
  test.each(hostile)('%j', (sentence) => {
    const cut = verified(everywhere(`${plain} ${sentence} ${plain}`))
    const rest = `${plain} ${plain}`
    // A number that could be the caller's takes the whole text with it (`identifiesCaller`).
    for (const text of Object.values(cut.summary)) expect([rest, 'Local overview.', 'Local concern.', 'Local resolution.']).toContain(text)
    expect(cut.followUpActions.map(({ action }) => action)).toEqual([rest])
    expect([[rest], []]).toContainEqual(cut.keyFindings)
    const alone = verified(everywhere(sentence))
    expect(alone.summary).toEqual(local.summary)
    expect(alone.keyFindings).toEqual([])
    expect(alone.followUpActions).toEqual(local.followUpActions)
  })
})

describe('what the call has is kept as the model wrote it', () => {
  test.each(harmless)('%j', (sentence) => {
    const kept = verified(everywhere(sentence))
    expect(kept.summary).toEqual({ overview: sentence, patientConcern: sentence, resolution: sentence })
    expect(kept.keyFindings).toEqual([sentence])
    expect(kept.followUpActions.map(({ action }) => action)).toEqual([sentence])
  })

  test('an action keeps the number that the caller gave, or the agent told in words', () => {
    for (const action of ['Call back at 312-555-0177.', 'Tell the caller to dial (312) 555-0142.'])
      expect(verified({ followUpActions: [{ action, priority: 'low', assignedTo: 'pharmacist' }] }).followUpActions[0]?.action).toBe(action)
  })
})

describe('an adverse event that only the model saw stays, whatever stands in its description', () => {
  test.each(hostile)('%j', (sentence) => {
    const told = 'My hair has been coming out in clumps'
    for (const description of [`${told}. ${sentence}`, `${told}: ${sentence}`]) {
      const event = { description, severity: null, medicationName: '<Humira>', symptoms: [sentence, 'hair coming out'] }
      const { adverseEvents, callOutcome } = verified({ adverseEvents: [event] })
      expect(adverseEvents).toHaveLength(1)
      expect(adverseEvents[0]?.description).toMatch(/^my hair has been coming out in clumps/i)
      expect(adverseEvents[0]?.description).not.toContain(sentence)
      expect(adverseEvents[0]).toMatchObject({ medicationName: null, symptoms: ['hair coming out'] })
      expect(callOutcome).toBe('adverse_event_reported')
    }
  })
})

test('a description that is nothing but an address gives way to the symptom that was said', () => {
  const event = { description: 'https://evil.example/x', severity: null, medicationName: null, symptoms: ['coming out in clumps'] }
  expect(verified({ adverseEvents: [event] }).adverseEvents).toMatchObject([{ description: 'Coming out in clumps.' }])
})

test('an action that is cut gives way to the local ones, which stand first', () => {
  const followUpActions = ['Pay at evil.example', ...Array.from({ length: 9 }, (_, index) => `Do task ${index}`)].map((action) => ({
    action,
    priority: 'low' as const,
    assignedTo: 'pharmacist',
  }))
  expect(
    verified({ followUpActions })
      .followUpActions.map(({ action }) => action)
      .slice(0, 2),
  ).toEqual(['Call back', 'Do task 0'])
})

test('names of medications and of who is to act carry no address or markup', () => {
  const { medications, followUpActions } = verified({
    medications: ['Humira', '<Humira>', '[Humira](Humira)'],
    followUpActions: [{ action: plain, priority: 'low', assignedTo: 'https://evil.example' }],
  })
  expect(medications).toEqual(['Humira'])
  expect(followUpActions).toEqual([{ action: plain, priority: 'low', assignedTo: 'care_coordinator' }])
  // An action is always somebody's, also where a model names nobody.
  const toNobody = verified({ followUpActions: [{ action: plain, priority: 'low', assignedTo: ' ' }] })
  expect(toNobody.followUpActions).toEqual([{ action: plain, priority: 'low', assignedTo: 'care_coordinator' }])
})

describe('a model at the far end that plants an address', () => {
  let fake: FakeOpenAi
  let service: TestService
  beforeAll(async () => {
    fake = await startFakeOpenAi()
    service = await startTestService(fake.env)
  })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await fake[Symbol.asyncDispose]()
  })

  test('REST and GraphQL never give it, and the report of harm has its case', async () => {
    const planted = `${plain} Read [this](https://evil.example/x) or evil.example, or call 800.555.0199. <img src=//evil.example>`
    fake.chat.answer = {
      ...local,
      ...everywhere(planted),
      adverseEvents: [
        {
          description: `My hair has been coming out, see https://evil.example.`,
          severity: null,
          medicationName: null,
          symptoms: [planted],
        },
      ],
    }
    const voice = voiceOf(service)
    const conversation = newConversation('planted')
    await voice.postCall(conversation, {
      status: 'completed',
      transcript: 'AI: How can I help?\nUser: Is Humira covered? My hair has been coming out in clumps.\nAI: I will tell the nurse.',
    })
    const { id, analysedBy } = await voice.analysed(conversation)
    expect(analysedBy).toMatch(/^openai:/)
    const given = JSON.stringify([
      await voice.call(id),
      await voice.fields(
        conversation,
        'analysisMetadata { keyFindings summary { overview patientConcern resolution } } medicationsDiscussed',
      ),
      await voice.cases(id),
      await voice.query('{ followUpActions(first: 100) { edges { node { action assignedTo } } } }'),
    ])
    expect(given).toContain(plain)
    expect(given).toMatch(/hair has been coming out/i)
    expect(given).not.toMatch(/evil|555.0199|<img|!\[|\]\(/)
  })
})
