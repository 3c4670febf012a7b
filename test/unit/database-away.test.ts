import { expect, test } from 'vitest'
import { publicError } from '../../src/graphql/errors.ts'

/** As Prisma wraps what the driver or a pooler says. */
const wrapped = (cause: object) => Object.assign(new Error('Database error.'), { code: 'P2039', meta: { driverAdapterError: { cause } } })

test('whatever says that the database is away is answered with UNAVAILABLE: worth another try', () => {
  const errors = [
    wrapped({ originalCode: '08P01', message: 'server login has been failing, try again later (server_login_retry)' }),
    wrapped({ originalCode: '25006', message: 'cannot execute INSERT in a read-only transaction' }),
    wrapped({ originalCode: '53100', message: 'could not extend file: No space left on device' }),
    wrapped({ originalCode: '57P03', message: 'the database system is starting up' }),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Connection terminated unexpectedly'),
  ]
  expect(errors.map((error) => publicError(error).code)).toEqual(errors.map(() => 'UNAVAILABLE'))
  expect(publicError(wrapped({ originalCode: '23514', message: 'check constraint' })).code).toBe('INTERNAL')
})
