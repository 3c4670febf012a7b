import { Failure } from '../failure.ts'

/** A span of time: from `from` on, before `to`; open where one is absent. */
export interface TimeRange {
  from?: Date | null
  to?: Date | null
}

/** The condition of a span, for Prisma. @throws Failure INVALID_INPUT where it ends before it begins */
export function inTimeRange({ from, to }: TimeRange): { gte?: Date; lt?: Date } {
  if (from && to && to < from) {
    throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: ['to'], message: 'must not be before from' }])
  }
  return { ...(from && { gte: from }), ...(to && { lt: to }) }
}

/** Escapes `%`, `_` and `\\`, which Prisma's `contains` and case-insensitive `equals` pass to LIKE as wildcards. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A condition without the parts that were not given. */
export const given = <Where extends object>(where: Where) =>
  Object.fromEntries(Object.entries(where).filter(([, value]) => value != null)) as {
    [Key in keyof Where]?: Exclude<Where[Key], null | undefined>
  }
