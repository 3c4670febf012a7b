import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'

// What becomes of it is in test/chat/danger-line.test.ts and test/chat/model-safety.test.ts: nothing of the library, whatever else is sensed.
const declinedOf = (message: string) => assessMessage(message, []).declined

describe('a pause that a clinician ordered', () => {
  it.each([
    'my doctor told me to skip one dose of Emgality for surgery, when do I start again',
    'I was told to hold my Humira before the operation. How long until I can take it?',
    'My surgeon wants me off Stelara for two weeks. when is my next shot',
    'when should I restart, my rheum had me stop it',
    'the dentist asked me to hold off on it for a week, is it ok to inject on friday',
    'mi doctor me dijo que no me pusiera la dosis por la cirugia, cuando vuelvo a empezar?',
  ])('ends when its clinician says, and no label is quoted: %s', (message) => {
    expect(declinedOf(message)).toBe('held')
  })

  it.each([
    'What if I miss a dose of Taltz?',
    'my doctor told me about Emgality, when do I take it?',
    'The nurse said not to freeze it, when do I throw it away?',
    "My doctor said I don't need prior authorization, when does it start?",
    'my pharmacist told me to wait for the refill, when is it coming',
    'Doctor has me on Humira without methotrexate, how long does it take to work?',
  ])('is none where nothing was to be left out: %s', (message) => {
    expect(declinedOf(message)).not.toBe('held')
  })

  it('is seen in most of what two writers wrote who knew no rule, and in next to nothing else', () => {
    const rows: { text: string; held: boolean }[] = readFileSync('eval/regression/chat/ordered-pauses.jsonl', 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const seen = (held: boolean) => rows.filter((row) => row.held === held && assessMessage(row.text, []).declined === 'held').length
    const all = (held: boolean) => rows.filter((row) => row.held === held).length
    expect(seen(true) / all(true)).toBeGreaterThan(0.85)
    expect(seen(false) / all(false)).toBeLessThan(0.02)
  })
})
