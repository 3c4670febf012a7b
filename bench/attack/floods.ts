import { randomUUID } from 'node:crypto'
import { type Attack, post, staff, statusOf, widget } from './attacks.ts'

// What a second attack found: documents that are dear to validate, refusals of a whole IPv6 network, and one visitor with 64 connections.

const times = (count: number, of: (index: number) => string) => Array.from({ length: count }, (_, index) => of(index)).join(' ')

/** Each passes the limits on tokens, depth and aliases. */
const documents = [
  `{ ${times(20, (i) => `...F${i}`)} } ${times(20, (i) => `fragment F${i} on Query { ${times(22, () => 'caller{id}')} }`)}`,
  `{ caller { ${times(1900, () => 'id')} } }`,
  `{ ...F0 } ${times(90, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F90 on Query { caller { id } }`,
  `${times(99, (i) => `query Q${i} { ...F }`)} fragment F on Query { ${times(60, () => '__typename')} }`,
  // The largest that is allowed.
  `{ ${times(70, (i) => `...F${i}`)} } ${times(70, (i) => `fragment F${i} on Query { caller { id } }`)}`,
]

/** Whoever asks too much and everybody behind the same router. */
export const floodingVisitor = '203.0.113.50'

export const floods: Attack[] = [
  {
    name: 'documents of equal fragments, of a staff key and a page’s key',
    rate: 20,
    step: (target, count) => {
      const query = documents[count % documents.length]
      const headers = count % 2 === 0 ? staff(target) : widget(target, '203.0.113.51')
      return statusOf(post(`${target.url}/graphql`, { query, operationName: query?.startsWith('query Q0') ? 'Q0' : null }, headers))
    },
  },
  {
    name: 'refusals of one IPv6 network of 48 bits',
    rate: 60,
    step: ({ url }, count) => {
      const headers = { authorization: `Bearer care_${randomUUID()}`, 'x-forwarded-for': `2001:db8:1:${(count % 65_536).toString(16)}::1` }
      return statusOf(fetch(`${url}/v1/patients/1`, { headers }))
    },
  },
  {
    name: 'chat of one visitor, 64 connections at once',
    connections: 64,
    rate: Number.POSITIVE_INFINITY,
    step: (target, count) =>
      statusOf(post(`${target.url}/api/v1/widget/chat`, { message: `how do I store number ${count}` }, widget(target, floodingVisitor))),
  },
]
