import { z } from 'zod'
import type { Prisma } from '../../platform/database/generated/prisma/client.ts'
import { text } from '../../platform/values.ts'
import { staffRoles } from './roles.ts'

/** Words of a search; further ones are left out. */
const mostWords = 10

export const staffFilter = z.object({
  role: z.enum(staffRoles).nullish(),
  active: z.boolean().nullish(),
  search: text(200).nullish(),
})

/** @param byAddress whether the search looks at addresses as well: whoever may not read them must not find them out */
export function whereStaff({ role, active, search }: z.output<typeof staffFilter>, byAddress: boolean): Prisma.StaffMemberWhereInput {
  const words = search?.split(/\s+/).slice(0, mostWords) ?? []
  return {
    AND: [
      ...(role == null ? [] : [{ OR: [{ roles: { has: role } }, { providerRoles: { has: role } }] }]),
      ...(active == null ? [] : [{ deactivatedAt: active ? null : { not: null } }]),
      ...words.map((word) => {
        const contains = { contains: word, mode: 'insensitive' as const }
        return byAddress ? { OR: [{ name: contains }, { email: contains }] } : { name: contains }
      }),
    ],
  }
}
