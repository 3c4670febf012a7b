import { type Scope, scopesOf } from './caller.ts'

/** What people do here, and what that needs (docs/contract.md, People). */
const scopesOfRole = {
  care_coordinator: ['patients:read', 'patients:write'],
  safety_reviewer: ['patients:read', 'safety:review'],
  benefits_specialist: ['patients:read', 'benefits'],
  content_editor: ['library'],
  supervisor: ['patients:read', 'patients:write', 'safety:review', 'benefits'],
  administrator: ['library', 'access'],
} as const satisfies Record<string, readonly Scope[]>

export type StaffRole = keyof typeof scopesOfRole

export const staffRoles = Object.keys(scopesOfRole) as [StaffRole, ...StaffRole[]]

/** The roles among names, each once and in the order of `staffRoles`; other names mean nothing here. */
export function rolesAmong(names: readonly unknown[]): StaffRole[] {
  return staffRoles.filter((role) => names.includes(role))
}

/** What roles allow together. */
export const scopesOfRoles = (roles: readonly StaffRole[]): ReadonlySet<Scope> => scopesOf(roles.flatMap((role) => scopesOfRole[role]))

/** The roles of a person: those of the last access token, and those that an administrator gave. */
export const rolesOf = ({ roles, providerRoles }: { roles: readonly string[]; providerRoles: readonly string[] }): StaffRole[] =>
  rolesAmong([...roles, ...providerRoles])
