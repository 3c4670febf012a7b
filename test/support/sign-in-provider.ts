import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { audience } from './identity-provider.ts'

/** A real OpenID Connect provider with a page to sign in at; `serveFor` tells it where its one public client lives. */
export async function startSignInProvider() {
  let serve: RequestListener = (_request, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  return {
    issuer,
    serveFor(redirectUri: string) {
      const provider = new Provider(issuer, {
        clients: [{ client_id: 'console', token_endpoint_auth_method: 'none', redirect_uris: [redirectUri] }],
        jwks: { keys: [jwk] },
        cookies: { keys: ['only for tests'] },
        clientBasedCORS: () => true,
        features: {
          resourceIndicators: {
            enabled: true,
            getResourceServerInfo: () => ({
              scope: '',
              audience,
              accessTokenTTL: 600,
              accessTokenFormat: 'jwt',
              jwt: { sign: { alg: 'RS256' } },
            }),
          },
        },
        findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
        extraTokenClaims: () => ({ name: 'Sam Supervisor', roles: ['supervisor'] }),
      })
      serve = provider.callback()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
