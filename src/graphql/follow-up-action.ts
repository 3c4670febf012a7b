import { builder } from './builder.ts'

export const Priority = builder.enumType('Priority', { values: ['low', 'medium', 'high', 'urgent'] as const })
export const FollowUpStatus = builder.enumType('FollowUpStatus', {
  values: ['pending', 'in_progress', 'completed', 'cancelled'] as const,
})

export const FollowUpAction = builder.prismaObject('FollowUpAction', {
  description: 'Something that staff have to do after a call',
  fields: (t) => ({
    id: t.exposeInt('id'),
    voiceCallId: t.exposeInt('voiceCallId', { nullable: true }),
    patientId: t.exposeInt('patientId', { nullable: true }),
    adverseEventId: t.exposeInt('adverseEventId', { nullable: true }),
    action: t.exposeString('action'),
    priority: t.expose('priority', { type: Priority }),
    status: t.expose('status', { type: FollowUpStatus }),
    assignedTo: t.exposeString('assignedTo', { description: 'A role, such as `care_coordinator` or `safety_team`' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true }),
    closedBy: t.exposeString('closedBy', { nullable: true }),
  }),
})
