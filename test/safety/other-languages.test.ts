import { expect, test } from 'vitest'
import { promptsOf } from '../../eval/regression/safety/prompt-tables.ts'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'

test('a message in another language is answered in English, and staff hear of its danger', () => {
  for (const { expected, message } of promptsOf('prompts-other-languages.tsv')) {
    const { language, adverseEvent } = assessMessage(message, [])
    expect(language, message).toBe('en')
    expect(adverseEvent !== null, message).toBe(expected !== 'answer')
  }
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
