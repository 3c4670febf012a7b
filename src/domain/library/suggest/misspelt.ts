import { oneEditAway } from '../../../language/edit-distance.ts'
import type { Session } from '../../../platform/database/session.ts'

/** Words of the library whose beginning is one edit away from `beginning` (at least four letters). */
export async function misspeltBeginnings({ prisma }: Session, beginning: string): Promise<string[]> {
  const variants = oneEditAway(beginning.slice(0, 20)).filter((variant) => variant.length >= 3)
  const rows = await prisma.$queryRaw<{ word: string }[]>`
    SELECT DISTINCT near.word FROM unnest(${variants}::text[]) AS variant CROSS JOIN LATERAL (
      SELECT word FROM search_word WHERE word >= variant COLLATE "C" AND word < (variant || ${'\u{10FFFF}'}) COLLATE "C" ORDER BY word LIMIT 4
    ) AS near LIMIT 40`
  return rows.map(({ word }) => word)
}
