import { builder } from '../builder.ts'
import { edge } from '../permissions.ts'

export const EmailStatus = builder.enumType('EmailStatus', {
  description: 'How far the delivery of an e-mail has come',
  values: {
    queued: { description: 'A job will send it' },
    sent: { description: 'The mail server took it' },
    failed: {
      description:
        'The last attempt failed; it is tried again, and in the end listed by `failedJobs`. Or its call was erased, or the consent to e-mails withdrawn, before it was sent: then it is not sent.',
    },
    held: { description: 'No mail server is configured: it is sent once the service starts with one' },
  } as const,
})

export const FollowUpEmail = builder.prismaObject('FollowUpEmail', {
  description: 'An e-mail after a call',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    voiceCallId: t.exposeInt('voiceCallId', { description: 'The call that it follows' }),
    voiceCall: t.relation('voiceCall', { ...edge, description: 'That call' }),
    patientId: t.exposeInt('patientId', { description: 'Whom it is about' }),
    patient: t.relation('patient', { ...edge, description: 'That patient' }),
    recipient: t.exposeString('recipient', { description: 'The address; empty once the call is erased' }),
    addressOnFile: t.exposeBoolean('addressOnFile', {
      description: "Whether it was the patient's on file; otherwise the agent gave it in the call",
    }),
    subject: t.exposeString('subject', { description: 'Its subject' }),
    body: t.exposeString('body', { description: 'Its text; empty once the call is erased' }),
    status: t.expose('status', { type: EmailStatus, description: 'How far its delivery has come' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When the mail server took it' }),
  }),
})
