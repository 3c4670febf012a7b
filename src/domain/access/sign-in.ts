import type { StaffMember } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { recordEvent } from './audit.ts'
import { lockStaff } from './staff-members.ts'
import type { TokenClaims } from './token-claims.ts'
import { serviceActor } from './unit-of-work.ts'

/** How old `lastSeenAt` may become, in milliseconds. */
const seenMs = 60_000

/**
 * The person of an access token, created at first sight, with the name, address and roles that the token gives.
 * @returns undefined for a person who was deactivated
 */
export async function signIn(session: Session, claims: TokenClaims): Promise<StaffMember | undefined> {
  const known = await personOf(session, claims)
  const member = known && isCurrent(known, claims) ? known : await session.transaction((inner) => signInAlone(inner, claims))
  if (member.deactivatedAt) return undefined
  const now = new Date()
  if (member.lastSeenAt !== null && now.getTime() - member.lastSeenAt.getTime() < seenMs) return member
  await session.prisma.staffMember.updateMany({ where: { id: member.id }, data: { lastSeenAt: now } })
  return { ...member, lastSeenAt: now }
}

const personOf = ({ prisma }: Session, { issuer, subject }: TokenClaims) =>
  prisma.staffMember.findUnique({ where: { issuer_subject: { issuer, subject } } })

const isCurrent = (member: StaffMember, { name, email, roles }: TokenClaims) =>
  member.deactivatedAt !== null ||
  ((name === null || member.name === name) && (email === null || member.email === email) && member.providerRoles.join() === roles.join())

async function signInAlone(session: Session, claims: TokenClaims): Promise<StaffMember> {
  const { prisma } = session
  await lockStaff(session)
  const { issuer, subject, name, email, roles } = claims
  const known = (await personOf(session, claims)) ?? (await expected(session, email))
  if (known?.deactivatedAt && known.subject !== null) return known
  const data = { issuer, subject, providerRoles: roles, ...(name === null ? {} : { name }), ...(await freeAddress(session, known, email)) }
  const member = known
    ? await prisma.staffMember.update({ where: { id: known.id }, data })
    : await prisma.staffMember.create({ data: { ...data, name: name ?? email ?? subject.slice(0, 100) } })
  const changed = known
    ? (['subject', 'name', 'email', 'providerRoles'] as const).filter((field) => differ(known[field], member[field]))
    : []
  if (known && changed.length === 0) return member
  await recordEvent(session, serviceActor('sign-in'), {
    action: known ? 'staff_member.update' : 'staff_member.create',
    patientIds: [],
    recordIds: [member.id],
    fields: known ? changed : member.providerRoles,
  })
  return member
}

const differ = (one: string | string[] | null, two: string | string[] | null) => String(one) !== String(two)

/** A person whom an administrator added by address, and who comes for the first time. */
async function expected({ prisma }: Session, email: string | null) {
  return email === null ? null : prisma.staffMember.findFirst({ where: { email, subject: null } })
}

/**
 * The address that the token gives, unless an administrator expects another person with it. Whoever signed in with it before has
 * lost it: the provider gave it to somebody else.
 */
async function freeAddress({ prisma }: Session, member: StaffMember | null, email: string | null) {
  if (email === null || member?.email === email) return {}
  const id = member === null ? {} : { not: member.id }
  const others = { email, id }
  if (await prisma.staffMember.findFirst({ where: { ...others, subject: null } })) return {}
  await prisma.staffMember.updateMany({ where: others, data: { email: null } })
  return { email }
}
