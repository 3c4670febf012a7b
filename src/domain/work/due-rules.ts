import type { WorkDueRule } from '../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { priorities, workKinds } from './work-queue.ts'

/** Safety reports have the clock of their program. */
export const ruledKinds = workKinds.filter((kind) => kind !== 'safety_report')

type RuleFor = Pick<WorkDueRule, 'kind' | 'priority'>

/** Every kind and priority with its hours; null where nobody set any, so that such work has no due date of its own. */
export async function dueRules({ session }: UnitOfWork): Promise<(RuleFor & { hours: number | null })[]> {
  const rules = await session.prisma.workDueRule.findMany()
  const hoursOf = ({ kind, priority }: RuleFor) => rules.find((rule) => rule.kind === kind && rule.priority === priority)?.hours ?? null
  return ruledKinds.flatMap((kind) => priorities.map((priority) => ({ kind, priority, hours: hoursOf({ kind, priority }) })))
}

/** Sets within how many hours work that is opened from now on is due; null takes the rule away. Triggers apply it (migration `work_due_rules`). */
export async function setDueRule({ session, actor }: UnitOfWork, { hours, ...of }: RuleFor & { hours: number | null }): Promise<void> {
  await session.transaction(async (inner) => {
    const { workDueRule } = inner.prisma
    if (hours === null) await workDueRule.deleteMany({ where: of })
    else await workDueRule.upsert({ where: { kind_priority: of }, create: { ...of, hours }, update: { hours } })
    await recordEvent(inner, actor, {
      action: 'work_due_rule.update',
      patientIds: [],
      recordIds: [`${of.kind}:${of.priority}`],
      fields: ['hours'],
    })
  })
}
