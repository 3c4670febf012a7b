// Signs a person in by OpenID Connect: authorization code with PKCE (RFC 7636), as a public client. Nothing secret enters an address
// but the code, which is of use only with the verifier that stays in this tab.

export interface SignInSettings {
  issuer?: string
  clientId?: string
  audience?: string
}

const pending = 'care-outreach.signing-in'
const redirect = () => `${location.origin}/console/signed-in`

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

async function endpoints(issuer: string): Promise<{ authorization_endpoint: string; token_endpoint: string }> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (!response.ok) throw new Error(`The identity provider answered ${response.status}.`)
  return response.json()
}

/** Leaves for the provider's page; comes back to the address that it left. */
export async function goToProvider({ issuer = '', clientId = '', audience = '' }: SignInSettings): Promise<void> {
  const { authorization_endpoint } = await endpoints(issuer)
  const [state, verifier] = [random(), random()]
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
  sessionStorage.setItem(pending, JSON.stringify({ state, verifier, from: location.pathname + location.search }))
  const address = new URL(authorization_endpoint)
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirect(),
    scope: 'openid profile email',
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    audience,
    // RFC 8707; a provider that does not know it passes over it, as over `audience`.
    ...(/^https?:/.test(audience) && { resource: audience }),
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  location.assign(address)
}

export const isReturning = (): boolean => location.pathname === '/console/signed-in'

/** The access token for the code in the address, which is taken out of it. @throws Error in words for people */
export async function takeToken({ issuer = '', clientId = '', audience = '' }: SignInSettings): Promise<string> {
  const given = new URLSearchParams(location.search)
  const kept = JSON.parse(sessionStorage.getItem(pending) ?? 'null') as { state: string; verifier: string; from: string } | null
  sessionStorage.removeItem(pending)
  const from = kept && kept.from !== '/console/signed-in' ? kept.from : '/console'
  history.replaceState(null, '', from)
  const code = given.get('code')
  if (!code) throw new Error('The identity provider did not sign you in.')
  if (!kept || given.get('state') !== kept.state) throw new Error('This sign-in did not begin in this tab. Try again.')
  const { token_endpoint } = await endpoints(issuer)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: redirect(),
    code_verifier: kept.verifier,
    ...(/^https?:/.test(audience) && { resource: audience }),
  })
  const response = await fetch(token_endpoint, { method: 'POST', body })
  const { access_token } = (await response.json()) as { access_token?: string }
  if (!access_token) throw new Error('The identity provider gave no access token.')
  return access_token
}
