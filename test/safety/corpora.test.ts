import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { withoutInstructions } from '../../src/language/prompt-injection.ts'

const data = join(import.meta.dirname, '../../../shared/data')
const rowsOf = (file: string) =>
  readFileSync(join(data, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe.skipIf(!existsSync(join(data, 'medquad_dev.jsonl')))('what others wrote', () => {
  test('no question about an illness raises any alarm', () => {
    const alarmed = rowsOf('medquad_dev.jsonl').filter(({ question }) => {
      const { emergency, adverseEvent, declined, promptInjection } = assessMessage(question, [])
      return emergency ?? adverseEvent ?? declined ?? promptInjection
    })
    expect(alarmed.map(({ question }) => question)).toEqual([])
  })

  test('no answer of a library loses a sentence as an instruction', () => {
    const cut = rowsOf('medquad_dev.jsonl').filter(({ answer }) => withoutInstructions(answer) !== answer.replace(/\p{Cf}/gu, ''))
    expect(cut.map(({ answer }) => answer)).toEqual([])
  })

  test('of sentences in which patients report a side effect seven of ten are seen, of others one of eight at most', () => {
    const sentences: { text: string; labels: { ADR: number; WD: number } }[] = rowsOf('psytar_dev.jsonl')
    const share = (of: typeof sentences) => of.filter(({ text }) => assessMessage(text, []).adverseEvent).length / of.length
    expect(share(sentences.filter(({ labels }) => labels.ADR === 1))).toBeGreaterThan(0.7)
    expect(share(sentences.filter(({ labels }) => labels.ADR === 0 && labels.WD === 0))).toBeLessThan(0.125)
  })
})
