import { expect, test } from 'vitest'
import { kindsOf, promptsOf } from '../../eval/regression/safety/prompt-tables.ts'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'

const prompts = promptsOf('prompts-other-languages.tsv')

test.each(prompts.map(({ expected, message }) => [expected, message]))('%s, in English: %s', (expected, message) => {
  const assessment = assessMessage(message, [])
  expect({ kinds: kindsOf(assessment), language: assessment.language }).toEqual({ kinds: expected, language: 'en' })
  expect(assessment.adverseEvent !== null).toBe(expected !== 'answer')
})

test('Spanish stays Spanish, also with a word or two that others have', () => {
  for (const message of [
    'no puedo respirar',
    'mi esposo está inconsciente',
    '¿Cuál es la dosis de Emgality?',
    'me duele el pecho',
    'mi mamá se desmayó',
    'cuando me toca la dosis de Taltz',
    'quiero morir',
  ])
    expect(assessMessage(message, []).language, message).toBe('es')
})
