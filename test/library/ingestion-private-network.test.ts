import { afterAll, beforeAll, expect, test } from 'vitest'
import { htmlPage } from '../support/documents.ts'
import { addAddress, addSourceAnswer, allItems, sourceRead, sourcesOf } from '../support/library.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

// Neither an added address nor a redirect makes the service request a server in the internal network (SSRF).

let inside: WebServer
let allowed: WebServer
let service: TestService
beforeAll(async () => {
  inside = await startWebServer({ '/': htmlPage('Secret', { Secret: 'The secret of the inside.' }) })
  allowed = await startWebServer()
  service = await startTestService({ LIBRARY_PRIVATE_ORIGINS: allowed.origin })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await inside[Symbol.asyncDispose]()
  await allowed[Symbol.asyncDispose]()
})

/** `:PORT` stands for the port of the internal server. */
const atPort = (address: string) => address.replace(':PORT', `:${inside.port}`)
const outcome = async (address: string) => {
  const { state, error, itemCount } = await sourceRead(service, await addAddress(service, atPort(address)))
  expect(inside.visits).toEqual([])
  expect([state, itemCount]).toEqual(['failed', 0])
  return error
}

test.each([
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://0.0.0.0:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://198.18.0.1/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/machine?comp=goalstate',
  'http://[::ffff:168.63.129.16]/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'https://localhost:PORT/',
])('%s is refused', async (address) => {
  expect(await outcome(address)).toBe('The address leads inside a private network.')
})

test('another port or scheme of an allowed host is refused', async () => {
  expect(await outcome(`https://127.0.0.1:${allowed.port}/`)).toBe('The address leads inside a private network.')
  expect(await outcome(`http://localhost:${allowed.port}/`)).toBe('The address leads inside a private network.')
  expect(allowed.visits).toEqual([])
})

test.each(['http://user:password@care.example/', 'http://user@care.example/', 'http://:password@care.example/'])(
  '%s is refused before it is stored: an address must not contain credentials',
  async (address) => {
    const { errors } = await addSourceAnswer(service, { from: { address } })
    expect(errors[0].extensions).toEqual({
      code: 'INVALID_INPUT',
      errors: [{ path: ['from', 'address'], message: 'must not hold a user name or password' }],
    })
    expect(JSON.stringify(await sourcesOf(service))).not.toContain('care.example')
  },
)

test.each([
  ['http://127.0.0.1:PORT/', 'The address leads inside a private network.'],
  ['http://localhost:PORT/', 'The address leads inside a private network.'],
  ['//[::1]:PORT/', 'The address leads inside a private network.'],
  ['http://169.254.169.254/', 'The address leads inside a private network.'],
  ['file:///etc/passwd', 'Only http and https addresses are fetched.'],
  ['data:text/html,<h1>Hi</h1>', 'Only http and https addresses are fetched.'],
  ['http://user:password@care.example/', 'An address with a user name or password is not fetched.'],
])('a redirect from an allowed origin to %s is refused', async (location, error) => {
  allowed.pages['/redirect'] = (_request, response) => response.writeHead(302, { location: atPort(location) }).end()
  expect(await outcome(`${allowed.origin}/redirect?${encodeURIComponent(location)}`)).toBe(error)
})

test('the library has no internal page, but has the page of the allowed origin', async () => {
  expect(await allItems(service)).toEqual([])
  allowed.pages['/page'] = htmlPage('Page', { Text: 'What everyone may read.' })
  expect(await sourceRead(service, await addAddress(service, `${allowed.origin}/page`))).toMatchObject({ state: 'ready', itemCount: 1 })
})
