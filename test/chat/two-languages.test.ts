import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItems, type Item, searchable } from '../support/library.ts'
import { startTestService, type TestService, widgetKey } from '../support/service.ts'

// A library that says the same in English and in Spanish, and one thing in Spanish alone.

const english = { title: 'Ajovy: Patient Information' }
const spanish = { title: 'Ajovy: Información para el paciente' }
const items: Item[] = [
  {
    ...english,
    section_header: 'How to store Ajovy',
    section_type: 'storage',
    content:
      'Keep Ajovy in the refrigerator between 36°F and 46°F, in its carton to protect it from light. Do not freeze it.\nIf needed, Ajovy may be kept at room temperature for up to 7 days.',
  },
  {
    ...spanish,
    section_header: 'Cómo guardar Ajovy',
    section_type: 'storage',
    content:
      'Guarde Ajovy en el refrigerador entre 36°F y 46°F, en su caja para protegerlo de la luz. No lo congele.\nSi es necesario, Ajovy puede estar a temperatura ambiente hasta 7 días.',
  },
  {
    ...english,
    section_header: 'How to use the Ajovy autoinjector',
    section_type: 'dosing',
    content: 'Wash your hands. Take the cap off and press the autoinjector against your skin until you hear the second click.',
  },
  {
    ...spanish,
    section_header: 'Cómo tirar el autoinyector usado',
    section_type: 'faq',
    content:
      'Ponga el autoinyector usado en un recipiente para objetos punzantes. No lo tire a la basura de la casa. El programa le envía un recipiente gratis.',
  },
]

let service: TestService
beforeAll(async () => {
  service = await startTestService({ SAMPLE_LIBRARY: 'false' })
  await addItems(service, items)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

test.each([
  ['¿Cómo debo guardar el Ajovy?', 'Guarde Ajovy en el refrigerador'],
  ['donde tiro el autoinyector usado de ajovy', 'recipiente para objetos punzantes'],
  ['How should I store Ajovy?', 'Keep Ajovy in the refrigerator'],
])('%s is answered in its own language', async (message, sentence) => {
  const headers = { 'x-api-key': widgetKey }
  const { body } = await service.rest('POST', '/api/v1/widget/chat', { key: null, headers, body: { message } })
  const said = JSON.stringify(body)
  expect(said).toContain(sentence)
  expect(said).not.toMatch(/está en inglés|No estoy seguro|I am not certain/)
})
