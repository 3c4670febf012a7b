import { describe, expect, it } from 'vitest'
import { spokenPhrases } from '../../../eval/regression/voice/spoken-phrases.ts'
import { readBenefits } from '../../../src/domain/voice/payer-calls/read-benefits.ts'

describe('a phrase of a representative tells one benefit or nothing', () => {
  it.each(spokenPhrases)('%s', (phrase, field, value) => {
    const told = readBenefits([
      { speaker: 'agent', text: 'Can you tell me about the benefits?' },
      { speaker: 'user', text: phrase },
    ])
    expect(told.map(({ field, value }) => ({ field, value }))).toEqual(field === null ? [] : [{ field, value }])
  })
})
