import { afterAll, beforeAll, expect, test } from 'vitest'
import { benefitsOf } from '../../support/benefits.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  service = await startTestService()
  benefits = benefitsOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const search = async (query: string, filter: object = {}) => {
  const text = `query($query: String!, $payerId: String, $medication: String) {
    searchPolicies(query: $query, payerId: $payerId, medication: $medication) { title payerId content relevance } }`
  return (await benefits.voice.query(text, { query, ...filter })).searchPolicies as { title: string; payerId: string; content: string }[]
}

test('passages are found by meaning and words, of one payer and one medicine where they are named', async () => {
  await benefits.addPolicy('search-a', 'a', '# Biologics A\n\nHumira needs prior authorization. A tuberculosis test is on file.')
  await benefits.addPolicy('search-b', 'b', '# Biologics B\n\nCosentyx needs prior authorization. A tuberculosis test is on file.')
  const [first] = await search('tuberculosis test before Humira')
  expect(first).toMatchObject({ payerId: 'search-a', content: expect.stringContaining('Humira') })
  expect((await search('tuberculosis test', { payerId: 'search-b' })).map(({ payerId }) => payerId)).not.toContain('search-a')
  expect((await search('tuberculosis test', { medication: 'adalimumab' })).map(({ payerId }) => payerId)).not.toContain('search-b')
})

test('a section that is not embedded yet is found by its words, however many older ones are not either', async () => {
  const long = await benefits.addPolicy('search-c', 'c', '# Long\n\nNothing of note.')
  await service.sql(
    `INSERT INTO policy_section (document_id, position, content) SELECT ${long}, 1000 + n, 'Clause ' || n FROM generate_series(1, 250) AS n`,
  )
  const fresh = await benefits.addPolicy('search-d', 'd', '# Fresh\n\nA hepatitis panel is required within six months.')
  await service.sql('DELETE FROM policy_vector USING policy_section WHERE policy_section.id = section_id AND document_id = $1', [fresh])
  expect((await search('hepatitis panel')).map(({ content }) => content)).toContain('A hepatitis panel is required within six months.')
})
