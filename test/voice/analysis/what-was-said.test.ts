import { describe, expect, test } from 'vitest'
import { analyseByRules } from '../../../src/domain/voice/analysis/analyse-by-rules.ts'
import { timeNamed } from '../../../src/domain/voice/analysis/callback-time.ts'
import { cleaned, clip } from '../../../src/domain/voice/analysis/note-sentences.ts'
import { turnsOf } from '../../../src/domain/voice/analysis/transcript-turns.ts'
import { utteranceReaders } from '../../../src/domain/voice/analysis/utterance-readers.ts'

const plainCall = { callType: 'patient', agentType: 'patient', verified: true, functions: [], flaggedAdverseEvents: 0 }
const analyse = (transcript: string) => analyseByRules({ ...plainCall, turns: turnsOf(transcript) }, utteranceReaders(undefined))

describe('no figure is altered', () => {
  test('a digit said twice stays twice, and a stutter goes', () => {
    expect(cleaned('um the the number is four four one two double eight')).toBe('The number is four four one two double eight.')
  })

  test('a text is cut before a number, never in it', () => {
    const said = 'the reference number is seven seven oh two double one and the copay is twelve hundred fifty dollars a month'
    for (let length = 30; length < said.length; length++) {
      const cut = clip(said, length)
      expect(cut).not.toMatch(/(?:seven|oh|two|double|twelve|hundred|fifty)…$/)
      expect(/one…$/.test(cut)).toBe(false)
    }
  })

  test('a number to call is no time, and a time is whole', () => {
    expect(timeNamed('call me at five five five one two one two')).toBeNull()
    expect(timeNamed('ring me at 4412')).toBeNull()
    expect(timeNamed('try me wednesday the twenty-fifth after three pm')).toBe('wednesday the twenty-fifth after three pm')
  })

  test('the summary names every amount and every denial in the words that were used', async () => {
    const { summary } = await analyse(`User: I was calling about my bill. They denied my Stelara in March.
AI: Your plan is active. The deductible is fifteen hundred dollars and you have met eleven fifteen of it.
User: And the twelve thousand four hundred and fifty dollars for March?
AI: That claim was denied because step therapy was not met.`)
    const all = Object.values(summary).join(' ')
    for (const said of ['fifteen hundred dollars', 'eleven fifteen', 'twelve thousand four hundred and fifty dollars', 'denied'])
      expect(all).toContain(said)
  })

  test('what stands in quotes stands so in the call', async () => {
    const transcript = `AI: Um, have you had any, uh, surgery or infection lately?
User: um well the the the left knee in twenty nineteen, number four four one.
AI: Okay.`
    const { keyFindings, summary } = await analyse(transcript)
    const quotes = [...keyFindings, ...Object.values(summary)].flatMap((text) =>
      [...text.matchAll(/“([^”]*?)…?”/g)].map(([, quote = '']) => quote),
    )
    expect(quotes.length).toBeGreaterThan(0)
    for (const quote of quotes) expect(transcript).toContain(quote)
  })
})

describe('what the caller called about is the outcome', () => {
  test('not what is said of coverage beside it', async () => {
    const { callOutcome } = await analyse(`User: I'd like to move my delivery to Tuesday.
AI: I've changed it to Tuesday. By the way, your plan will want a new prior authorization in spring.
User: Okay, thanks.`)
    expect(callOutcome).toBe('information_provided')
  })

  test('nor an adverse event told in passing, which is listed all the same', async () => {
    const { callOutcome, adverseEvents } = await analyse(`User: Does Medicare pay for my Actemra infusions?
AI: Yes, part B covers it at eighty percent.
User: Good. What is my share?
AI: Your share is twenty percent.
User: Fine. Since the Actemra I get a rash now and then. Bye.`)
    expect(callOutcome).toBe('coverage_confirmed')
    expect(adverseEvents.length).toBeGreaterThan(0)
  })

  test('an adverse event that our side takes down is the outcome', async () => {
    const { callOutcome } = await analyse(`User: Does Medicare pay for my Actemra infusions?
AI: Yes, part B covers it. How have you been on it?
User: Since the last Actemra infusion I have had hives all over my arms.
AI: I'm sorry. I am reporting that to our safety team.`)
    expect(callOutcome).toBe('adverse_event_reported')
  })

  test('a rejected copay card is no denial to appeal', async () => {
    const { followUpActions } = await analyse(`User: my copay card for Enbrel got rejected at the pharmacy
AI: I've issued a new card for you.`)
    const actions = followUpActions.map(({ action }) => action).join('\n')
    expect(actions).toMatch(/copay card was rejected/)
    expect(actions).not.toMatch(/appeal/)
  })
})

describe('a callback', () => {
  test.each([
    'call me after five',
    'try me tomorrow',
    'This is Dolores. Please ring me at 555 0142, no, sorry, 555 0124.',
    'could somebody give me a ring when you know more',
  ])('is wanted: %s', async (said) => {
    expect((await analyse(`User: ${said}\nAI: All right.`)).callbackRequested).toBe(true)
  })

  test.each([
    "I'll call you back when I have my card",
    'they never called me back',
    'the pharmacy will call the doctor',
    'can you deliver it monday between eight and noon',
  ])('is not wanted: %s', async (said) => {
    expect((await analyse(`User: ${said}\nAI: All right.`)).callbackRequested).toBe(false)
  })

  test('that was offered counts where it is taken, whatever number is corrected then', async () => {
    const offer = 'AI: Would you like a nurse to call you?\n'
    expect((await analyse(`${offer}User: Yes please.\nAI: At 555 0134?\nUser: No, 555 0143.`)).callbackRequested).toBe(true)
    expect((await analyse(`${offer}User: No, that's all right.`)).callbackRequested).toBe(false)
  })

  test('is not what a mailbox promises', async () => {
    const { callbackRequested, callOutcome } = await analyse(`AI: Hello, this is Ava.
User: You've reached Tom. Leave your name and number and I'll call you back.`)
    expect([callbackRequested, callOutcome]).toEqual([false, 'no_conversation'])
  })
})

test.each(['Is Humira covered?', 'Does Aetna pay for Taltz?', 'Am I covered?'])(
  'a short question is the reason of a call: %s',
  async (question) => {
    const { summary } = await analyse(`AI: Hello.\nUser: ${question}\nAI: I will look that up for you.`)
    expect(summary.patientConcern).toBe(question)
  },
)

test.each([
  [
    'Patient called to verify benefits for Humira. Coverage was confirmed with a copay of $40. Patient was satisfied.',
    'coverage_confirmed',
  ],
  ['Caller asked whether Taltz is covered. The agent explained that prior authorization is required.', 'pa_required'],
  ['The member wanted to know if Stelara is covered. It is not covered by her plan.', 'not_covered'],
  ['The patient asked to be called back tomorrow at ten. Agent agreed to arrange that.', 'callback_requested'],
  ['The caller asked not to be called again. Agent took the number off the list.', 'declined'],
])('an account of a call without speakers tells what came of it: %s', async (account, outcome) => {
  const { callOutcome, summary } = await analyse(account)
  expect(callOutcome).toBe(outcome)
  expect(summary.patientConcern).toBe(account.slice(0, account.indexOf('.') + 1))
})

test('a report in an account of a call is found, and what a caller tells of another is no account', async () => {
  const reported = await analyse(
    'Patient called about her refill. She has had hives since the second dose of Humira. Agent told her to call her doctor.',
  )
  expect(reported.callOutcome).toBe('adverse_event_reported')
  expect(reported.adverseEvents).toHaveLength(1)
  const { callOutcome } = await analyse(
    'My mother called yesterday to ask if Humira is covered. I want to know that as well. Coverage was confirmed for my sister.',
  )
  expect(callOutcome).not.toBe('coverage_confirmed')
})

test('what has to fail first is no other medicine that is told of', async () => {
  const { callOutcome } = await analyse(`User: Does Taltz need prior authorization?
AI: Yes, it needs prior authorization, and you must have tried Humira or Enbrel first.`)
  expect(callOutcome).toBe('pa_required')
  const other = await analyse(`User: Does Taltz need prior authorization?\nAI: Metformin needs prior authorization.`)
  expect(other.callOutcome).not.toBe('pa_required')
})

test.each([
  [
    'Necesito ayuda con mi tarjeta. Quisiera que me llamen el martes por la tarde.',
    { callOutcome: 'callback_requested', callbackRequested: true },
  ],
  ['Ya no quiero esto. No me llamen más.', { callOutcome: 'declined', callbackRequested: false }],
  ['No, tiene el número equivocado, aquí no vive ningún Pedro.', { callOutcome: 'wrong_number' }],
])('what a caller wants of our calls is heard in Spanish, too: %s', async (said, outcome) => {
  expect(await analyse(`Agent: ¿En qué puedo ayudarle?\nUser: ${said}\nAgent: Entiendo.`)).toMatchObject(outcome)
})
