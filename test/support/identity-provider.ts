import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type ResourceServer } from 'oidc-provider'

export const audience = 'https://care.example/api'

/** A person as the provider knows them: claims of their access tokens. */
export type Claims = Record<string, unknown>

/** A real OpenID Connect provider on a port of this machine, whose people sign in by name. */
export async function startIdentityProvider() {
  const people = new Map<string, Claims>()
  let serve: RequestListener = (_request, response) => void response.writeHead(503).end()
  let requests: string[] = []
  const newServer = () =>
    createServer((request, response) => {
      requests.push(request.url ?? '')
      serve(request, response)
    })
  const listen = (port: number) => {
    const server = newServer()
    return new Promise<typeof server>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server)))
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  let key: CryptoKey
  let publicKey: CryptoKey
  let kid = ''
  let keys = 0

  /** Takes a new key; tokens that the old one signed are no longer the provider's. */
  async function rotate() {
    const pair = await generateKeyPair('RS256', { extractable: true })
    key = pair.privateKey
    publicKey = pair.publicKey
    kid = `key-${++keys}`
    serve = providerOf(issuer, people, { ...(await exportJWK(key)), kid, alg: 'RS256', use: 'sig' })
  }
  await rotate()

  return {
    issuer,
    people,
    rotate,
    /** Paths that were asked for since the last call. */
    takeRequests() {
      const taken = requests
      requests = []
      return taken
    },
    /** The token of a person, as the provider's token endpoint gives it. */
    async token(subject: string, claims?: Claims): Promise<string> {
      if (claims) people.set(subject, claims)
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'urn:test:by-name', client_id: 'dashboard', username: subject }),
      })
      const { access_token } = (await response.json()) as { access_token?: string }
      if (access_token === undefined) throw new Error(`no token: HTTP ${response.status}`)
      return access_token
    },
    /** A token with the provider's own signature and other claims or another header; `undefined` leaves a claim out. */
    forged(claims: JWTPayload = {}, header: Record<string, unknown> = {}, signingKey: CryptoKey | Uint8Array = key): Promise<string> {
      const now = Math.floor(Date.now() / 1000)
      const payload = { iss: issuer, aud: audience, sub: 'forger', iat: now, exp: now + 600, roles: ['supervisor'], ...claims }
      const given = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined))
      return new SignJWT(given).setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt', ...header }).sign(signingKey)
    },
    publicKey: () => publicKey,
    kid: () => kid,
    async goAway() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
    async comeBack() {
      server = await listen(port)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function providerOf(issuer: string, people: ReadonlyMap<string, Claims>, jwk: object): RequestListener {
  const resource = { scope: '', audience, accessTokenTTL: 600, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } } as const
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'dashboard',
        token_endpoint_auth_method: 'none',
        grant_types: ['urn:test:by-name'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['only for tests'] },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: { enabled: true, getResourceServerInfo: () => resource },
    },
    extraTokenClaims: (_ctx, token) => people.get((token as { accountId?: string }).accountId ?? ''),
  })
  provider.registerGrantType<{ username: string }>(
    'urn:test:by-name',
    async (ctx) => {
      const { client, params } = ctx.oidc
      const token = new provider.AccessToken({ client, accountId: params.username, scope: '' } as never)
      token.resourceServer = new provider.ResourceServer(audience, resource as unknown as ResourceServer)
      ctx.body = { access_token: await token.save(), token_type: 'Bearer', expires_in: token.expiration }
    },
    ['username'],
  )
  return provider.callback()
}
