import { z } from 'zod'
import { plaintextHosts, refusePlaintext } from '../../platform/plain-transport.ts'
import { ConfigError, defineSettings, list, origins, url } from '../../platform/settings.ts'
import type { ProviderSettings } from './access-tokens.ts'

/** The fewest characters of a key in production: a random key of 32 letters cannot be guessed. */
const leastKeyLength = 32

export const accessSettings = defineSettings(
  {
    API_KEY: list.optional(),
    WIDGET_API_KEY: list.optional(),
    WIDGET_ORIGINS: origins.optional(),
    AUDIT_SINK: url('file:', 'syslog:', 'syslogs:').optional(),
    OIDC_ISSUER: url('https:', 'http:').optional(),
    OIDC_AUDIENCE: z.string().trim().optional(),
    OIDC_CONSOLE_CLIENT_ID: z.string().trim().min(1).optional(),
    OIDC_ROLES_CLAIM: z.string().trim().default('roles'),
    ...plaintextHosts,
  },
  (value, production) => {
    const missing = (['API_KEY', 'WIDGET_API_KEY'] as const).filter((name) => !value[name]?.length)
    if (production && missing.length > 0) {
      throw new ConfigError(`${missing.join(' and ')} must be set when NODE_ENV=production (a comma-separated list of secret keys)`)
    }
    refusePlaintext('AUDIT_SINK', value.AUDIT_SINK, value.ALLOW_PLAINTEXT, production)
    refusePlaintext('OIDC_ISSUER', value.OIDC_ISSUER, value.ALLOW_PLAINTEXT, production)
    const identityProvider = providerOf(value.OIDC_ISSUER, value.OIDC_AUDIENCE, value.OIDC_ROLES_CLAIM)
    if (production) refuseWeakKeys({ API_KEY: value.API_KEY ?? [], WIDGET_API_KEY: value.WIDGET_API_KEY ?? [] })
    return {
      apiKeys: value.API_KEY ?? [],
      widgetApiKeys: value.WIDGET_API_KEY ?? [],
      /** Who signs people in; nobody, where it is undefined. */
      identityProvider,
      /** How the console signs people in, as a public client; by keys alone, where it is undefined. */
      consoleSignIn: consoleSignInOf(identityProvider, value.OIDC_CONSOLE_CLIENT_ID),
      /** Where copies of the audit go; nowhere, where it is undefined. */
      auditSink: value.AUDIT_SINK,
      /** Origins of pages that may use the widget's paths; any, where it is undefined. */
      widgetOrigins: value.WIDGET_ORIGINS ?? (production ? [] : undefined),
    }
  },
)

/** @throws ConfigError where one of the two is missing: without an audience, tokens for any other service would do */
function providerOf(issuer: string | undefined, audience: string | undefined, rolesClaim: string): ProviderSettings | undefined {
  if (issuer === undefined && audience === undefined) return undefined
  if (issuer === undefined || audience === undefined) throw new ConfigError('OIDC_ISSUER and OIDC_AUDIENCE must be set together')
  return { issuer, audience, rolesClaim }
}

/** @throws ConfigError where there is a client of no provider */
function consoleSignInOf(provider: ProviderSettings | undefined, clientId: string | undefined) {
  if (clientId === undefined) return undefined
  if (provider === undefined) throw new ConfigError('OIDC_CONSOLE_CLIENT_ID needs OIDC_ISSUER and OIDC_AUDIENCE')
  return { issuer: provider.issuer, audience: provider.audience, clientId }
}

/** @throws ConfigError naming the variable, never a key */
function refuseWeakKeys(keys: Record<'API_KEY' | 'WIDGET_API_KEY', readonly string[]>): void {
  for (const [name, list] of Object.entries(keys)) {
    if (list.some((key) => key.length < leastKeyLength)) {
      throw new ConfigError(`${name}: each key must have at least ${leastKeyLength} characters when NODE_ENV=production`)
    }
  }
  if (keys.API_KEY.some((key) => keys.WIDGET_API_KEY.includes(key))) {
    throw new ConfigError('API_KEY and WIDGET_API_KEY: no key may be in both lists when NODE_ENV=production')
  }
}
