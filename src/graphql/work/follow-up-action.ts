import { builder } from '../builder.ts'
import { edge } from '../permissions.ts'
import { Priority } from './priority.ts'

export const FollowUpStatus = builder.enumType('FollowUpStatus', {
  description: 'How far a follow-up action has come',
  values: {
    pending: { description: 'Nobody has begun' },
    in_progress: { description: 'Somebody is at it' },
    completed: { description: 'Done' },
    cancelled: { description: 'Not needed any more' },
  } as const,
})

export const FollowUpAction = builder.prismaNode('FollowUpAction', {
  id: { field: 'id' },
  nullable: true,
  description: 'Something that staff have to do: after a call or a chat, or because one of them opened it',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    voiceCallId: t.exposeInt('voiceCallId', { nullable: true, description: 'The call that it came from; null where there was none' }),
    voiceCall: t.relation('voiceCall', { ...edge, nullable: true, description: 'That call' }),
    patientId: t.exposeInt('patientId', { nullable: true, description: 'Whom it is about; null where that is not known' }),
    patient: t.relation('patient', { ...edge, nullable: true, description: 'That patient' }),
    adverseEventId: t.exposeInt('adverseEventId', { nullable: true, description: 'The case that it is about' }),
    adverseEvent: t.relation('adverseEvent', { ...edge, nullable: true, description: 'That case' }),
    action: t.exposeString('action', { description: 'What is to be done' }),
    priority: t.expose('priority', { type: Priority, description: 'How soon' }),
    status: t.expose('status', { type: FollowUpStatus, description: 'How far it has come' }),
    assignedTo: t.exposeString('assignedTo', { description: 'Who does it: a role, such as care_coordinator, or whom staff named' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it came up' }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true, description: 'When it was completed or cancelled' }),
    closedBy: t.exposeString('closedBy', { nullable: true, description: 'Who closed it, as audit events name them' }),
  }),
})
