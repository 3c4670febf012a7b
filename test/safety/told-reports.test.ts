import { describe, expect, test } from 'vitest'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { adverseMentions } from '../../src/domain/safety/signs/adverse-mentions.ts'
import { reportContent } from '../../src/domain/safety/signs/report-content.ts'

const kindsIn = (message: string) => assessMessage(message, []).adverseEvent?.kinds ?? []

describe('a message to the chat', () => {
  test.each([
    ['side_effect', 'my scalp burns and my hair comes out in clumps since I started Taltz'],
    ['pregnancy', "I just found out I'm pregnant and I've been on Humira the whole time"],
    ['pregnancy', 'my wife is ten weeks along and I take methotrexate'],
    ['medication_error', 'I gave my son his sister’s injection by mistake'],
    ['medication_error', 'I only saw after the injection that the pen had expired'],
    ['lack_of_effect', "six months of Cosentyx and my skin is as bad as on day one, it isn't working"],
    ['product_complaint', 'the pen leaked all over my leg'],
    ['product_complaint', "I pressed the button and the pen didn't click"],
    ['overdose', 'I took a double dose of my Otezla by accident'],
  ])('opens a case of the kind %s: "%s"', (kind, message) => {
    expect(kindsIn(message)).toContain(kind)
  })

  test.each([
    'tell me about the rash risk with Taltz',
    'show me the part on nausea',
    'list the serious side effects',
    'what if I get pregnant on it?',
    'what do I do if the pen leaks?',
    "I haven't had any side effects",
    'my neighbor said it gave her headaches',
    'I get 15 migraines a month and throw up. My neurologist wants me on Ajovy next week.',
    'I had a seizure as a child. Can I start it?',
  ])('opens none where nothing is reported: "%s"', (message) => {
    expect(kindsIn(message)).toEqual([])
  })
})

describe('a description', () => {
  test.each([
    [['death'], 'he passed away three days after the infusion'],
    [['hospitalisation'], 'they kept me two nights in the hospital'],
    [['congenital_anomaly'], 'my son was born with a cleft lip'],
    [[], 'I had a rash but I never went to the hospital'],
    [[], 'a little nausea after the shot'],
  ])('meets the criteria %j: "%s"', (criteria, text) => {
    expect(reportContent(text).seriousness).toEqual(criteria)
  })

  test('that tells no kind is of a side effect', () => {
    expect(reportContent('Caller mentioned something.').kinds).toEqual(['side_effect'])
  })
})

test('a call before the first dose tells of the illness, not of an event', async () => {
  const turns = [
    { speaker: 'agent', text: 'Have you begun Tremfya yet?' },
    { speaker: 'user', text: 'Not yet, I start next week.' },
    { speaker: 'user', text: 'My plaques crack and bleed.' },
  ]
  expect(await adverseMentions(turns)).toEqual([])
})
