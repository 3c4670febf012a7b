import { createHmac, randomBytes } from 'node:crypto'
import type { PlatformConnection } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import { type Caller, connectionActor } from '../../access/caller.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { platformApiKey, platformSecret, previousPlatformSecret } from '../sealed-columns.ts'
import type { VoiceSetup } from '../voice-setup.ts'
import type { PlatformProvider } from './readers.ts'

type Access = Pick<UnitOfWork, 'session' | 'actor'>
type Setup = Pick<VoiceSetup, 'platformSecretsNeedKey'>

/** A connection, and what the platform is to send as its bearer token, which is shown this once; null where it signs all it sends. */
interface WithSecret {
  connection: PlatformConnection
  secret: string | null
}

/** Who makes the secret that proves a message, and what a request for a function shows. */
const schemes = {
  vapi: { isMadeHere: true, functions: 'secret' },
  retell: { isMadeHere: false, functions: 'signature' },
  elevenlabs: { isMadeHere: false, functions: 'token' },
  bland: { isMadeHere: false, functions: 'token' },
  twilio: { isMadeHere: false, functions: 'none' },
} as const satisfies Record<PlatformProvider, { isMadeHere: boolean; functions: string }>

/**
 * What a platform shows with functions where it signs only its reports: made from the secret of its signatures, so that one change
 * changes both, and who learns it can sign nothing.
 */
const functionToken = (secret: string): string => createHmac('sha256', secret).update('functions').digest('base64url')

/** One of the secrets of a connection, and the token of its functions. */
export interface PlatformSecret {
  secret: string
  functionToken: string
}

/** What is shown to whoever connects the platform. */
function shown(provider: PlatformProvider, secret: string): string | null {
  const { functions } = schemes[provider]
  return functions === 'secret' ? secret : functions === 'token' ? functionToken(secret) : null
}

/** @throws Failure INVALID_INPUT where the platform makes the secret and none is given, or the other way round */
function secretFor(provider: PlatformProvider, given: string | null | undefined): string {
  const { isMadeHere } = schemes[provider]
  if (isMadeHere === (given == null)) return given ?? randomBytes(32).toString('base64url')
  const message = isMadeHere ? 'is made here for this platform' : 'is needed: the one with which the platform signs'
  throw new Failure('INVALID_INPUT', 'The secret is wrong.', [{ path: ['secret'], message }])
}

/** @throws Failure CONFLICT in production without a key that seals the secret */
function checkSealed({ fields }: Session, { platformSecretsNeedKey }: Setup): void {
  if (platformSecretsNeedKey && fields.currentKey === undefined) {
    throw new Failure('CONFLICT', 'Set FIELD_ENCRYPTION_KEY first: the secret of a platform is stored encrypted.')
  }
}

/** @throws Failure CONFLICT as `checkSealed` */
export async function createPlatformConnection(
  { session, actor }: Access,
  setup: Setup,
  { secret: given, ...input }: { provider: PlatformProvider; name: string; secret?: string | null | undefined },
): Promise<WithSecret> {
  checkSealed(session, setup)
  const secret = secretFor(input.provider, given)
  return session.transaction(async (inner) => {
    const { id } = await inner.prisma.platformConnection.create({ data: { ...input, sealedSecret: '', createdBy: actor.id } })
    const sealedSecret = inner.fields.seal(platformSecret, id, secret)
    const connection = await inner.prisma.platformConnection.update({ where: { id }, data: { sealedSecret } })
    await recordEvent(inner, actor, { action: 'platform_connection.create', patientIds: [], recordIds: [id], fields: Object.keys(input) })
    return { connection, secret: shown(input.provider, secret) }
  })
}

/** The secret until now stays valid until the next replacement. @throws Failure NOT_FOUND; CONFLICT as `checkSealed` */
export async function replacePlatformSecret(
  { session, actor }: Access,
  setup: Setup,
  { id, secret: given }: { id: number; secret?: string | null | undefined },
): Promise<WithSecret> {
  checkSealed(session, setup)
  return session.transaction(async (inner) => {
    const { prisma, fields } = inner
    await prisma.$queryRaw`SELECT 1 FROM platform_connection WHERE id = ${id} FOR UPDATE`
    const before = await prisma.platformConnection.findUnique({ where: { id } })
    if (!before) throw noSuchConnection(id)
    const provider = before.provider as PlatformProvider
    const secret = secretFor(provider, given)
    const previous = fields.open(platformSecret, id, before.sealedSecret)
    const connection = await prisma.platformConnection.update({
      where: { id },
      data: {
        sealedSecret: fields.seal(platformSecret, id, secret),
        sealedPreviousSecret: fields.seal(previousPlatformSecret, id, previous),
      },
    })
    await recordEvent(inner, actor, { action: 'platform_connection.update', patientIds: [], recordIds: [id], fields: ['secret'] })
    return { connection, secret: shown(provider, secret) }
  })
}

/** Gives a connection the key of its platform's API, with which lost reports are fetched. @throws Failure NOT_FOUND; CONFLICT as `checkSealed` */
export async function setPlatformApiKey(
  { session, actor }: Access,
  setup: Setup,
  { id, apiKey }: { id: number; apiKey: string },
): Promise<PlatformConnection> {
  checkSealed(session, setup)
  return session.transaction(async (inner) => {
    const data = { sealedApiKey: inner.fields.seal(platformApiKey, id, apiKey) }
    const [connection] = await inner.prisma.platformConnection.updateManyAndReturn({ where: { id }, data })
    if (!connection) throw noSuchConnection(id)
    await recordEvent(inner, actor, { action: 'platform_connection.update', patientIds: [], recordIds: [id], fields: ['api_key'] })
    return connection
  })
}

/** The key of a connection's API; empty where it has none. Retell signs with its own. */
export function apiKeyOf({ fields }: Session, { id, provider, sealedApiKey, sealedSecret }: PlatformConnection): string {
  const own = fields.open(platformApiKey, id, sealedApiKey)
  return own === '' && provider === 'retell' ? fields.open(platformSecret, id, sealedSecret) : own
}

/** Takes a connection out of service for good: its address is unknown from now on. @throws Failure NOT_FOUND */
export async function deactivatePlatformConnection({ session, actor }: Access, id: number): Promise<PlatformConnection> {
  return session.transaction(async (inner) => {
    const [connection] = await inner.prisma.platformConnection.updateManyAndReturn({ where: { id }, data: { active: false } })
    if (!connection) throw noSuchConnection(id)
    await recordEvent(inner, actor, { action: 'platform_connection.deactivate', patientIds: [], recordIds: [id] })
    return connection
  })
}

const noSuchConnection = (id: number) => new Failure('NOT_FOUND', `There is no platform connection ${id}.`)

/**
 * Finds the connection that asks at its address. It may report and run functions, and nothing else.
 * @param proves whether the request was made with one of these secrets; asked only where there is a connection
 * @returns `unknown` where there is none in service, `refused` where no secret is right
 */
export async function authenticatePlatform(
  { prisma, fields }: Session,
  address: { provider: string; id: number },
  proves: (secrets: readonly PlatformSecret[]) => Promise<boolean>,
): Promise<Caller | 'unknown' | 'refused'> {
  const found = await prisma.platformConnection.findFirst({ where: { ...address, active: true } })
  if (!found) return 'unknown'
  const { id } = found
  const secrets = [
    fields.open(platformSecret, id, found.sealedSecret),
    fields.open(previousPlatformSecret, id, found.sealedPreviousSecret),
  ].filter((secret) => secret !== '')
  if (!(await proves(secrets.map((secret) => ({ secret, functionToken: functionToken(secret) }))))) return 'refused'
  const name = connectionActor(id)
  return { id: name, owner: name, scopes: new Set(['voice:webhook']), widgetClientId: null, staffMemberId: null }
}
