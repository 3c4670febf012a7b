import type { Request } from 'express'

/** The name of the setting of the Express application that holds `PUBLIC_URL`. */
export const publicUrlSetting = 'public url'

/**
 * Where clients reach the service, for addresses of our own pages: `PUBLIC_URL`, else as this request was addressed, which behind
 * proxies `X-Forwarded-Proto` and `X-Forwarded-Host` tell where `TRUST_PROXY_HOPS` says to believe them. Empty where the request
 * does not tell, so that an address begins at the host.
 */
export function publicUrlOf(request: Request): string {
  const configured = request.app.get(publicUrlSetting) as string | undefined
  if (configured !== undefined) return configured
  const { protocol, host } = request
  const addressed = `${protocol}://${host}`
  return host && URL.canParse(addressed) && new URL(addressed).host === host.toLowerCase() ? new URL(addressed).origin : ''
}
