import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emotionalStates, sentimentOf } from '../../../src/domain/voice/insights/sentiment-of.ts'

const table = readFileSync(join(import.meta.dirname, '../../../eval/regression/voice/emotional-states.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line.includes('\t') && !line.startsWith('#'))
  .map((line) => line.split('\t') as [string, string])

describe('the emotional state of an utterance', () => {
  test('the table has every state', () => {
    expect(new Set(table.map(([state]) => state))).toEqual(new Set(emotionalStates))
  })

  test('is stronger with "really" and weaker with "a little"', () => {
    const score = (text: string) => Math.abs(sentimentOf(text).score)
    expect(score("i'm really worried")).toBeGreaterThan(score("i'm worried"))
    expect(score("i'm a little worried")).toBeLessThan(score("i'm worried"))
  })

  test('is the one after a "but"', () => {
    expect(sentimentOf('the nurse was wonderful but i am angry about the bill').state).toBe('angry')
    expect(sentimentOf('i was angry about the bill but the nurse was wonderful').state).toBe('satisfied')
  })

  test('is the same in capitals, with curly apostrophes and as speech recognition parts words', () => {
    expect(sentimentOf('I’M NOT HAPPY').state).toBe('frustrated')
    expect(sentimentOf("that is n't helpful").state).toBe('frustrated')
  })
})
