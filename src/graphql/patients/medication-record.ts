import { builder } from '../builder.ts'
import { checkedLimit, limitArg } from '../connections.ts'
import { edge } from '../permissions.ts'

export const PaStatus = builder.enumType('PaStatus', {
  description: 'How far the prior authorization of a medicine has come',
  values: {
    pending: { description: 'The payer has not decided' },
    approved: { description: 'The payer covers it' },
    denied: { description: 'The payer does not cover it' },
  } as const,
})

export const MedicationRecord = builder.prismaNode('MedicationRecord', {
  id: { field: 'id' },
  nullable: true,
  description: 'A medicine of a patient with its prior authorization state',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    patientId: t.exposeInt('patientId', { description: 'Whose it is' }),
    patient: t.relation('patient', { ...edge, description: 'That patient' }),
    medicationName: t.exposeString('medicationName', { description: 'Brand or generic name' }),
    ndcCode: t.exposeString('ndcCode', { nullable: true, description: 'National Drug Code' }),
    isPrescribed: t.exposeBoolean('isPrescribed', { description: 'Whether it was prescribed, and not only talked about' }),
    prescribedDate: t.expose('prescribedDate', { type: 'Date', nullable: true, description: 'When it was prescribed' }),
    prescribedMidnight: t.expose('prescribedDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Midnight UTC of `prescribedDate`, as REST gives it',
    }),
    prescriberName: t.exposeString('prescriberName', { nullable: true, description: 'Who prescribed it' }),
    prescriberNpi: t.exposeString('prescriberNpi', { nullable: true, description: 'National Provider Identifier' }),
    paRequired: t.exposeBoolean('paRequired', { description: 'Prior authorization required' }),
    paStatus: t.expose('paStatus', { type: PaStatus, nullable: true, description: 'How far the prior authorization has come' }),
    paCases: t.relation('paCases', {
      ...edge,
      description: 'Its prior authorization cases, newest first',
      args: { limit: t.arg.int(limitArg(20)) },
      query: (args) => ({ orderBy: { id: 'desc' }, take: checkedLimit(args) }),
    }),
    stepTherapyRequired: t.exposeBoolean('stepTherapyRequired', { description: 'Whether other medicines have to be tried first' }),
    stepTherapyCompleted: t.exposeBoolean('stepTherapyCompleted', { description: 'Whether they were' }),
    stepTherapyDrugs: t.exposeStringList('stepTherapyDrugs', { description: 'Which they are' }),
    firstMentionedAt: t.expose('firstMentionedAt', { type: 'DateTime', nullable: true, description: 'In a conversation' }),
    conversationIds: t.exposeIntList('conversationIds', { description: 'Voice calls in which it was discussed' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the record was made' }),
  }),
})
