import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { PlatformConnection } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import { type Caller, connectionActor } from '../../access/caller.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { platformSecret, previousPlatformSecret } from '../sealed-columns.ts'
import type { VoiceSetup } from '../voice-setup.ts'
import type { PlatformProvider } from './reader.ts'

type Access = Pick<UnitOfWork, 'session' | 'actor'>
type Setup = Pick<VoiceSetup, 'platformSecretsNeedKey'>

/** A connection, and its secret, which is shown this once. */
interface WithSecret {
  connection: PlatformConnection
  secret: string
}

const newSecret = () => randomBytes(32).toString('base64url')

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
  input: { provider: PlatformProvider; name: string },
): Promise<WithSecret> {
  checkSealed(session, setup)
  const secret = newSecret()
  return session.transaction(async (inner) => {
    const { id } = await inner.prisma.platformConnection.create({ data: { ...input, sealedSecret: '', createdBy: actor.id } })
    const sealedSecret = inner.fields.seal(platformSecret, id, secret)
    const connection = await inner.prisma.platformConnection.update({ where: { id }, data: { sealedSecret } })
    await recordEvent(inner, actor, { action: 'platform_connection.create', patientIds: [], recordIds: [id], fields: Object.keys(input) })
    return { connection, secret }
  })
}

/** The secret until now stays valid until the next replacement. @throws Failure NOT_FOUND; CONFLICT as `checkSealed` */
export async function replacePlatformSecret({ session, actor }: Access, setup: Setup, id: number): Promise<WithSecret> {
  checkSealed(session, setup)
  const secret = newSecret()
  return session.transaction(async (inner) => {
    const { prisma, fields } = inner
    await prisma.$queryRaw`SELECT 1 FROM platform_connection WHERE id = ${id} FOR UPDATE`
    const before = await prisma.platformConnection.findUnique({ where: { id } })
    if (!before) throw noSuchConnection(id)
    const previous = fields.open(platformSecret, id, before.sealedSecret)
    const connection = await prisma.platformConnection.update({
      where: { id },
      data: {
        sealedSecret: fields.seal(platformSecret, id, secret),
        sealedPreviousSecret: fields.seal(previousPlatformSecret, id, previous),
      },
    })
    await recordEvent(inner, actor, { action: 'platform_connection.update', patientIds: [], recordIds: [id], fields: ['secret'] })
    return { connection, secret }
  })
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
 * @param presented what may be its secret, from whichever headers
 * @returns `unknown` where there is none in service, `refused` where no secret is right
 */
export async function authenticatePlatform(
  { prisma, fields }: Session,
  address: { provider: string; id: number },
  presented: readonly string[],
): Promise<Caller | 'unknown' | 'refused'> {
  const found = await prisma.platformConnection.findFirst({ where: { ...address, active: true } })
  if (!found) return 'unknown'
  const { id } = found
  const secrets = [
    fields.open(platformSecret, id, found.sealedSecret),
    fields.open(previousPlatformSecret, id, found.sealedPreviousSecret),
  ].filter((secret) => secret !== '')
  // Every one is compared, so that time tells nothing of which is right.
  const isRight = presented.flatMap((one) => secrets.map((secret) => timingSafeEqual(hashOf(secret), hashOf(one)))).includes(true)
  if (!isRight) return 'refused'
  const name = connectionActor(id)
  return { id: name, owner: name, scopes: new Set(['voice:webhook']), widgetClientId: null, staffMemberId: null }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
