import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const save = async (name: string, address: string, options = {}) => {
  const mutation = 'mutation($input: SaveViewInput!) { saveView(input: $input) { savedView { id name address } } }'
  const { data, errors } = await service.graphql(mutation, { input: { name, address } }, options)
  return errors?.[0]?.extensions?.code ?? data.saveView.savedView
}
const remove = async (id: number, options = {}) => {
  const { errors } = await service.graphql(`mutation { removeView(input: { id: ${id} }) { savedView { id } } }`, {}, options)
  return errors?.[0]?.extensions?.code ?? 'removed'
}
const views = async (options = {}) =>
  (await service.graphql('{ caller { savedViews { name address } } }', {}, options)).data.caller.savedViews

test('a view is kept by name, replaced by the same name, and is its owner’s alone', async () => {
  const { data } = await service.graphql('mutation { createApiKey(input: { name: "Colleague", scopes: [care] }) { key } }')
  const other = { key: data.createApiKey.key }
  await save('Mine', '/work?who=me')
  const { id } = await save('Callbacks', '/work?kind=callback')
  await save(' Callbacks ', '/work?kind=callback&who=nobody')
  expect(await views()).toEqual([
    { name: 'Callbacks', address: '/work?kind=callback&who=nobody' },
    { name: 'Mine', address: '/work?who=me' },
  ])
  expect(await views(other)).toEqual([])
  expect(await remove(id, other)).toBe('NOT_FOUND')
  expect(await remove(id)).toBe('removed')
  expect(await remove(id)).toBe('NOT_FOUND')
  expect((await views()).map(({ name }: { name: string }) => name)).toEqual(['Mine'])
})

test.each([
  'https://example.org/',
  '//example.org',
  '/work?kind=callback&name=Ada Quill',
  '/work?find=Ada%20Quill',
  'javascript:alert(1)',
  '/patients/12',
  `/work?${'kind=callback&'.repeat(40)}`,
])('what is no page with filters is refused: %s', async (address) => {
  expect(await save('Bad', address)).toBe('INVALID_INPUT')
})

test('nobody keeps more than fifty', async () => {
  const { data } = await service.graphql('mutation { createApiKey(input: { name: "Keeper", scopes: [care] }) { key } }')
  const keeper = { key: data.createApiKey.key }
  for (let count = 0; count < 50; count++) await save(`View ${count}`, '/work', keeper)
  expect(await save('One more', '/work', keeper)).toBe('CONFLICT')
  expect(await save('View 0', '/work?due=overdue', keeper)).toMatchObject({ name: 'View 0' })
})
