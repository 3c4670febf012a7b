import { z } from 'zod'
import { recordConsent } from '../../domain/patients/consents.ts'
import type { ContactConsent as ConsentRow } from '../../platform/database/generated/prisma/client.ts'
import { recordId } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { pageSize } from '../connections.ts'
import { pagesOf } from '../lists.ts'
import { mutation } from '../mutation.ts'
import { edge, toWritePatients } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { Patient } from './patient.ts'

const channels = ['calls', 'texts', 'email', 'mail'] as const
const forms = ['spoken', 'written', 'electronic'] as const

const ContactChannel = builder.enumType('ContactChannel', {
  description: 'A way to reach a patient',
  values: {
    calls: { description: 'Telephone calls' },
    texts: { description: 'Text messages' },
    email: { description: 'E-mail' },
    mail: { description: 'Letters' },
  } as const satisfies Record<ConsentRow['channel'], object>,
})

const ConsentForm = builder.enumType('ConsentForm', {
  description: 'How a patient told of a consent or its withdrawal',
  values: {
    spoken: { description: 'In a conversation' },
    written: { description: 'On paper, signed' },
    electronic: { description: 'In a form, an e-mail or a text message' },
  } as const satisfies Record<ConsentRow['form'], object>,
})

const ContactConsent = builder.prismaNode('ContactConsent', {
  id: { field: 'id' },
  nullable: true,
  description:
    'That a patient agreed to be contacted by a channel, or no longer does. It is never changed; the newest of a channel counts.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    patientId: t.exposeInt('patientId', { description: 'Whose it is' }),
    patient: t.relation('patient', { ...edge, description: 'That patient' }),
    channel: t.expose('channel', { type: ContactChannel, description: 'How they may be reached, or not' }),
    given: t.exposeBoolean('given', { description: 'True where they agreed, false where they no longer do' }),
    form: t.expose('form', { type: ConsentForm, description: 'How they told' }),
    recordedBy: t.exposeString('recordedBy', { description: 'Who recorded it, as audit events name them' }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime', description: 'When' }),
  }),
})

const ContactConsentConnection = pagesOf(ContactConsent, 'A page of consents', 'A consent of a page, with its place in the list')

builder.prismaObjectField(Patient, 'consents', (t) =>
  t.relatedConnection(
    'consents',
    { ...edge, cursor: 'id', totalCount: true, ...pageSize(10), query: { orderBy: { id: 'desc' } }, description: 'Consents, newest first' },
    ContactConsentConnection,
  ),
)

mutation('recordConsent', {
  authScopes: toWritePatients,
  description: 'Records that a patient agreed to be contacted by a channel, or no longer does',
  takes: 'A consent, or its withdrawal',
  input: z.object({ patientId: recordId, channel: z.enum(channels), given: z.boolean(), form: z.enum(forms) }),
  fields: {
    patientId: 'Our number of the patient',
    channel: [ContactChannel, 'How they may be reached, or not'],
    given: 'True where they agree, false where they no longer do',
    form: [ConsentForm, 'How they told'],
    requestKey,
  },
  gives: { consent: [ContactConsent, 'The consent as it was recorded'] },
  run: async (input, { work }) => ({ consent: await recordConsent(work, input) }),
})
