import type { Input } from './people.ts'

/** A person as stored, in our own books: what the service's answers are compared with. */
export interface Stored {
  id: number
  mrn: string
  status: 'active' | 'inactive'
  input: Input
}

export interface Query {
  search?: string
  status?: string
  payer_id?: string
}

/** Who a query should find, worked out from the input alone: every word is part of some field, in any case. */
export function expected(people: readonly Stored[], { search = '', status, payer_id }: Query): Set<number> {
  const words = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  const found = people.filter((person) => {
    const { first_name, last_name, phone, member_id = '' } = person.input.body
    const fields = [first_name, last_name, phone, member_id, person.mrn].map((field) => fold(field ?? ''))
    return (
      (status === undefined || person.status === status) &&
      (payer_id === undefined || person.input.body.payer_id === payer_id) &&
      words.every((word) => fields.some((field) => field.includes(word)))
    )
  })
  return new Set(found.map(({ id }) => id))
}

const fold = (value: string) => value.normalize('NFC').toLowerCase()

/** Queries of each kind that a screen would send, made from the people themselves. */
export function queriesOver(people: readonly Stored[]): Record<string, Query[]> {
  const field = (name: string) => people.map(({ input }) => input.body[name] ?? '').filter((value) => value !== '')
  const full = people.map(({ input: { body } }) => `${body.first_name} ${body.last_name}`)
  const payers = [...new Set(field('payer_id'))]
  const statuses = ['active', 'inactive']
  const foreign = full.filter((name) => /[^\0-\x7f]/.test(name))
  const searches = (values: string[]): Query[] => values.map((search) => ({ search }))
  return {
    'search: first and last name': searches(full),
    'search: last name, upper case': searches(field('last_name').map((name) => name.toUpperCase())),
    'search: first 3 letters, both names': searches(
      full.map((name) =>
        name
          .split(' ')
          .map((word) => word.slice(0, 3))
          .reverse()
          .join(' '),
      ),
    ),
    'search: non-ASCII names': repeat(
      searches(foreign.flatMap((name) => [name, name.toUpperCase(), name.normalize('NFD'), ...name.split(' ')])),
    ),
    'search: last 4 digits of phone': searches(field('phone').map((phone) => phone.slice(-4))),
    'search: 6 digits inside phone': searches(field('phone').map((phone) => phone.slice(4, 10))),
    'search: member ID': searches(field('member_id')),
    'search: start of member ID': searches(field('member_id').map((id) => id.slice(0, 5).toLowerCase())),
    'search: 2 letters': searches(field('last_name').map((name) => name.slice(0, 2))),
    'search: nothing to find': repeat(searches(['zzzz', '%', '_', '\\', '555%', "O'Nobody", 'x'.repeat(100)])),
    'filter: status': repeat(statuses.map((status) => ({ status }))),
    'filter: payer_id': repeat([...payers, 'no_such_payer'].map((payer_id) => ({ payer_id }))),
    'filter: status and payer_id': repeat(statuses.flatMap((status) => payers.map((payer_id) => ({ status, payer_id })))),
    'filter: status, payer_id and search': people.map(({ input: { body } }, index) => ({
      status: statuses[index % 10 === 0 ? 1 : 0],
      payer_id: body.payer_id,
      search: body.last_name?.slice(0, 3),
    })),
  }
}

/** As many requests of a kind at least, so that a p99 says something. */
export const samples = 200

function repeat(queries: Query[]): Query[] {
  return Array.from({ length: Math.ceil(samples / queries.length) }, () => queries).flat()
}
