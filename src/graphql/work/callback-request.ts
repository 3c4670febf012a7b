import { builder } from '../builder.ts'
import { edge } from '../permissions.ts'

export const CallbackStatus = builder.enumType('CallbackStatus', {
  description: 'What became of a wish to be called back',
  values: {
    requested: { description: 'It waits' },
    completed: { description: 'The call was made' },
    cancelled: { description: 'It is not wanted any more' },
  } as const,
})

export const CallbackRequest = builder.prismaNode('CallbackRequest', {
  id: { field: 'id' },
  nullable: true,
  description: "A caller's or visitor's wish to be called back, or a call that staff noted",
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    voiceCallId: t.exposeInt('voiceCallId', { nullable: true, description: 'The call that it was told in; null where there was none' }),
    voiceCall: t.relation('voiceCall', { ...edge, nullable: true, description: 'That call' }),
    conversationId: t.exposeInt('chatSessionId', {
      nullable: true,
      description: 'The conversation of the chat that it was asked for in; null where it was a call, and once the conversation is pruned',
    }),
    conversation: t.relation('chatSession', { ...edge, nullable: true, description: 'That conversation' }),
    consent: t.exposeString('consent', { nullable: true, description: 'What a visitor of the chat agreed to, as it was shown' }),
    openedBy: t.exposeString('openedBy', {
      nullable: true,
      description: 'Who of the staff noted it, as audit events name them; null where it was asked for in a call or a chat',
    }),
    patientId: t.exposeInt('patientId', {
      nullable: true,
      description: 'The caller, where the call verified them, or whom staff noted it for',
    }),
    patient: t.relation('patient', { ...edge, nullable: true, description: 'That patient' }),
    claimedPatientId: t.exposeInt('claimedPatientId', { nullable: true, description: 'Named without being verified' }),
    claimedPatient: t.relation('claimedPatient', {
      ...edge,
      nullable: true,
      description: 'The patient so named: not verified to be the caller; null where there is none',
    }),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true, description: 'The number to call; null once the call is erased' }),
    preferredTime: t.exposeString('preferredTime', {
      nullable: true,
      description: 'When, in the words of the caller; of a visitor `any`, `morning`, `afternoon` or `evening`; null once it is erased',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'What about; null once the call is erased' }),
    status: t.expose('status', { type: CallbackStatus, description: 'What became of it' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for' }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true, description: 'When it was completed or cancelled' }),
    closedBy: t.exposeString('closedBy', { nullable: true, description: 'Who closed it, as audit events name them' }),
  }),
})
