import { mayDecide } from '../../domain/work/who-decides.ts'
import { loadByKind, loadByPerson, type WaitingWork, type WorkLoad, waitingWork } from '../../domain/work/work-load.ts'
import { CallerType } from '../access/api-keys.ts'
import { StaffMember } from '../access/staff.ts'
import { builder } from '../builder.ts'
import { toReadWork } from '../permissions.ts'
import { WorkKind } from './item.ts'
import { visibleKinds } from './kinds.ts'

// How much waits: counts without a record, so that a page may ask for them as often as it likes.

const Load = builder.interfaceRef<WorkLoad>('WorkLoad').implement({
  description: 'How much work is open',
  fields: (t) => ({
    open: t.exposeInt('open', { description: 'What waits for staff' }),
    overdue: t.exposeInt('overdue', { description: 'Of it, what is past its due date' }),
    oldestAt: t.expose('oldestAt', { type: 'DateTime', description: 'When the oldest of it was opened' }),
  }),
})

const LoadOfKind = builder.objectRef<Awaited<ReturnType<typeof loadByKind>>[number]>('WorkLoadOfKind').implement({
  description: 'Open work of a kind',
  interfaces: [Load],
  fields: (t) => ({
    kind: t.expose('kind', { type: WorkKind, description: 'The kind' }),
    unassigned: t.exposeInt('unassigned', { description: 'Of it, what nobody has' }),
  }),
})

const LoadOfPerson = builder.objectRef<Awaited<ReturnType<typeof loadByPerson>>[number]>('WorkLoadOfPerson').implement({
  description: 'Open work of a person',
  interfaces: [Load],
  fields: (t) => ({
    assigneeId: t.exposeInt('assigneeId', { description: 'Who has it' }),
    assignee: t.prismaField({
      type: StaffMember,
      description: 'That person',
      resolve: (query, { assigneeId }, _args, { work }) =>
        work.session.prisma.staffMember.findUniqueOrThrow({ ...query, where: { id: assigneeId } }),
    }),
  }),
})

builder.queryFields((t) => ({
  workLoadByKind: t.field({
    type: [LoadOfKind],
    authScopes: toReadWork,
    description: 'Open work of the kinds that you may see, the most first',
    resolve: (_root, _args, { work, caller }) => loadByKind(work.session, visibleKinds(caller)),
  }),
  workLoadByPerson: t.field({
    type: [LoadOfPerson],
    authScopes: toReadWork,
    description: 'Open work of the kinds that you may see, by who has it, the most first',
    resolve: (_root, _args, { work, caller }) => loadByPerson(work.session, visibleKinds(caller)),
  }),
}))

const Waiting = builder.objectRef<WaitingWork>('WaitingWork').implement({
  description: 'What waits for the caller: what they have, and what nobody has of the kinds that they decide',
  fields: (t) => ({
    waiting: t.exposeInt('waiting', { description: 'All of it' }),
    mine: t.exposeInt('mine', { description: 'What they have' }),
    urgent: t.exposeInt('urgent', { description: 'What is urgent' }),
    overdue: t.exposeInt('overdue', { description: 'What is past its due date' }),
  }),
})

builder.objectField(CallerType, 'waitingWork', (t) =>
  t.field({
    type: Waiting,
    description: 'What waits for the caller; nothing for whoever decides no work',
    resolve: (_caller, _args, { work, caller }) => {
      const visible = visibleKinds(caller)
      const deciding = visible.filter((kind) => mayDecide(caller, kind))
      return waitingWork(work.session, caller.staffMemberId, visible, deciding)
    },
  }),
)
