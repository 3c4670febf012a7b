import { z } from 'zod'
import { dueRules, ruledKinds, setDueRule } from '../../domain/work/due-rules.ts'
import { mayDecide } from '../../domain/work/who-decides.ts'
import { priorities } from '../../domain/work/work-queue.ts'
import { Failure } from '../../platform/failure.ts'
import { builder } from '../builder.ts'
import { mutation } from '../mutation.ts'
import { toReadWork, toShareWork } from '../permissions.ts'
import { WorkKind } from './item.ts'
import { visibleKinds } from './kinds.ts'
import { Priority } from './priority.ts'

const WorkDueRule = builder.objectRef<Awaited<ReturnType<typeof dueRules>>[number]>('WorkDueRule').implement({
  description: 'Within how many hours work of a kind and priority is due',
  fields: (t) => ({
    kind: t.expose('kind', { type: WorkKind, description: 'The kind' }),
    priority: t.expose('priority', { type: Priority, description: 'The priority' }),
    hours: t.exposeInt('hours', {
      nullable: true,
      description: 'Hours after it is opened; null where such work has no due date of its own',
    }),
  }),
})

builder.queryField('workDueRules', (t) =>
  t.field({
    type: [WorkDueRule],
    authScopes: toReadWork,
    description:
      'When work is due, for each priority of the kinds that you may see. Safety reports have the clock of their program instead.',
    resolve: async (_root, _args, { work, caller }) => (await dueRules(work)).filter(({ kind }) => visibleKinds(caller).includes(kind)),
  }),
)

mutation('setWorkDueRule', {
  authScopes: toShareWork,
  description:
    'Sets when work is due that is opened, gets this priority or is reopened from now on. Whoever may decide a kind of work may.',
  takes: 'When work of a kind and priority is due',
  input: z.object({
    kind: z.enum(ruledKinds),
    priority: z.enum(priorities),
    hours: z.int().min(1).max(8760).nullable(),
  }),
  fields: {
    kind: [WorkKind, 'The kind'],
    priority: [Priority, 'The priority'],
    hours: 'Hours after it is opened, 1 to 8760; null for no due date',
  },
  gives: { workDueRules: [[WorkDueRule], 'All rules that you may see, after the change'] },
  run: async ({ kind, priority, hours }, { work, caller }) => {
    if (!mayDecide(caller, kind)) throw new Failure('FORBIDDEN', `You may not decide work of the kind ${kind}.`)
    await setDueRule(work, { kind, priority, hours })
    return { workDueRules: (await dueRules(work)).filter((rule) => visibleKinds(caller).includes(rule.kind)) }
  },
})
