import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adverseMentions } from '../../../src/domain/safety/signs/adverse-mentions.ts'
import { adverseScore } from '../../../src/domain/safety/signs/adverse-score.ts'
import { insightsOf } from '../../../src/domain/voice/insights/insights-of.ts'
import { emotionalStates, sentimentOf } from '../../../src/domain/voice/insights/sentiment-of.ts'
import { topicsOf } from '../../../src/domain/voice/insights/topics-of.ts'

const words = fc.constantFrom(
  ..."my your the stomach head hurts pain rash no not never but if since shot humira really very a little bit so cant breathe out of in on site side effects prior auth how much is did you yes happy worried ? . , \n ' n't ¿ é ㎏ \ud800".split(
    ' ',
  ),
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(words, { maxLength: 60 }).map((parts) => parts.join(' ')),
)

describe('any text', () => {
  test('gets topics, a state and a score within their bounds', () => {
    fc.assert(
      fc.property(text, (said) => {
        const { topics, sentiment } = insightsOf({ speaker: 'user', text: said })
        expect(topics).toEqual(topicsOf(said))
        expect(emotionalStates).toContain(sentiment.state)
        expect(Math.abs(sentiment.score)).toBeLessThanOrEqual(1)
        expect(sentiment.score === 0).toBe(sentiment.state === 'neutral')
        expect(adverseScore(said)).toBeGreaterThanOrEqual(0)
        expect(adverseScore(said)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 500 },
    )
  })

  test("mentions quote the caller's turns and nothing else", async () => {
    const turn = fc.record({ speaker: fc.constantFrom('user', 'agent', 'Maria'), text })
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 12 }), async (turns) => {
        const squeezed = (said: string) => said.replace(/\s+/gu, '')
        const callers = turns.filter(({ speaker }) => speaker !== 'agent').map(({ text: said }) => squeezed(said))
        for (const mention of await adverseMentions(turns)) {
          // A sentence without a word, such as a mark of its own, is left out between two that are quoted.
          for (const sentence of mention.text.split(/(?<=[.?¿])\s|\s(?=¿)|\n/u)) {
            expect(callers.some((said) => said.includes(squeezed(sentence)))).toBe(true)
          }
        }
      }),
      { numRuns: 200, examples: [[[{ speaker: 'user', text: 'hurts ¿ ¿ hurts' }]]] },
    )
  })
})

// A search that goes back over what it has read would take hours here and end by the test's time limit.
describe.each([
  ['one letter', 'a'],
  ['spaces', ' '],
  ['the beginning of a phrase', 'really really a little the my '],
  ['apostrophes', "'"],
  ['combining marks', '\u0301'],
  ['ends of sentences', '. '],
  ['question marks', '?'],
  ['negations', 'no not never '],
  ['symptoms', 'my stomach hurts and '],
  ['half phrases', 'pain in my the my trouble '],
])('200,000 characters of %s', (_, unit) => {
  test('are read in linear time', async () => {
    const said = unit.repeat(Math.ceil(200_000 / unit.length))
    expect(topicsOf(said)).toBeDefined()
    expect(sentimentOf(said)).toBeDefined()
    expect(await adverseMentions([{ speaker: 'user', text: said }])).toBeDefined()
  })
})
