import { addMedication } from '../domain/patients/add-medication.ts'
import { syncMedications } from '../domain/voice/sync-medications.ts'
import { validate } from '../platform/validate.ts'
import { builder, restOnly } from './builder.ts'
import { addMedicationInput } from './patient-input.ts'
import { Patient } from './patients.ts'
import { toWritePatients } from './permissions.ts'
import { requestKey } from './request-key.ts'

const PaStatus = builder.enumType('PaStatus', { values: ['pending', 'approved', 'denied'] as const, description: 'Prior authorization' })

const MedicationRecord = builder.prismaObject('MedicationRecord', {
  description: 'A medicine of a patient with its prior authorization state',
  fields: (t) => ({
    id: t.exposeInt('id'),
    patientId: t.exposeInt('patientId'),
    medicationName: t.exposeString('medicationName'),
    ndcCode: t.exposeString('ndcCode', { nullable: true, description: 'National Drug Code' }),
    isPrescribed: t.exposeBoolean('isPrescribed'),
    prescribedDate: t.expose('prescribedDate', { type: 'DateTime', nullable: true, description: 'Midnight UTC of the date' }),
    prescriberName: t.exposeString('prescriberName', { nullable: true }),
    prescriberNpi: t.exposeString('prescriberNpi', { nullable: true, description: 'National Provider Identifier' }),
    paRequired: t.exposeBoolean('paRequired', { description: 'Prior authorization required' }),
    paStatus: t.expose('paStatus', { type: PaStatus, nullable: true }),
    stepTherapyRequired: t.exposeBoolean('stepTherapyRequired'),
    stepTherapyCompleted: t.exposeBoolean('stepTherapyCompleted'),
    stepTherapyDrugs: t.exposeStringList('stepTherapyDrugs'),
    firstMentionedAt: t.expose('firstMentionedAt', { type: 'DateTime', nullable: true, description: 'In a conversation' }),
    conversationIds: t.exposeIntList('conversationIds', { description: 'Voice calls in which it was discussed' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.relayMutationField(
  'syncMedications',
  { inputFields: (t) => ({ patientId: t.int({ required: true }) }) },
  {
    authScopes: toWritePatients,
    nullable: true,
    description: "Makes or completes the medication records of what a patient's calls discussed. Doing it again changes nothing.",
    resolve: (_root, { input: { patientId } }, { work }) => syncMedications(work, patientId),
  },
  {
    outputFields: (t) => ({
      patient: t.prismaField({
        type: Patient,
        resolve: (query, { patientId }, _args, { work }) =>
          work.session.prisma.patient.findUniqueOrThrow({ ...query, where: { id: patientId } }),
      }),
      patientId: t.int({ ...restOnly, resolve: ({ patientId }) => patientId }),
      created: t.int({ description: 'How many records were made', resolve: ({ created }) => created }),
      updated: t.int({ description: 'How many records were completed', resolve: ({ updated }) => updated }),
      medications: t.field({
        type: [MedicationRecord],
        description: 'The records of the medications that the calls discussed',
        resolve: ({ medications }) => medications,
      }),
    }),
  },
)

builder.relayMutationField(
  'addMedication',
  {
    inputFields: (t) => ({
      patientId: t.int({ required: true }),
      medicationName: t.string({ required: true }),
      ndcCode: t.string({ description: 'National Drug Code' }),
      isPrescribed: t.boolean({ description: 'Default false' }),
      prescribedDate: t.field({ type: 'Date' }),
      prescriberName: t.string(),
      prescriberNpi: t.string({ description: 'National Provider Identifier: 10 digits' }),
      paRequired: t.boolean({ description: 'Prior authorization required; default false' }),
      paStatus: t.field({ type: PaStatus, description: 'Default pending where prior authorization is required' }),
      requestKey: requestKey(t),
    }),
  },
  {
    authScopes: toWritePatients,
    nullable: true,
    description: 'Adds a medication record to a patient',
    resolve: async (_root, { input: { patientId, ...fields } }, { work }) => ({
      medication: await addMedication(work, patientId, validate(addMedicationInput, fields)),
    }),
  },
  { outputFields: (t) => ({ medication: t.field({ type: MedicationRecord, resolve: ({ medication }) => medication }) }) },
)
