import { addMedication } from '../domain/patients/add-medication.ts'
import { syncMedications } from '../domain/voice/sync-medications.ts'
import { validate } from '../platform/validate.ts'
import { builder, restOnly } from './builder.ts'
import { MedicationRecord, PaStatus } from './medication-record.ts'
import { Patient } from './patient.ts'
import { addMedicationInput } from './patient-input.ts'
import { toWritePatients } from './permissions.ts'
import { requestKey } from './request-key.ts'

builder.relayMutationField(
  'syncMedications',
  {
    description: 'What `syncMedications` takes',
    inputFields: (t) => ({ patientId: t.int({ required: true, description: 'Our number of the patient' }) }),
  },
  {
    authScopes: toWritePatients,
    nullable: true,
    description: "Makes or completes the medication records of what a patient's calls discussed. Doing it again changes nothing.",
    resolve: (_root, { input: { patientId } }, { work }) => syncMedications(work, patientId),
  },
  {
    description: 'What `syncMedications` gives',
    outputFields: (t) => ({
      patient: t.prismaField({
        type: Patient,
        description: 'Whose records these are',
        resolve: (query, { patientId }, _args, { work }) =>
          work.session.prisma.patient.findUniqueOrThrow({ ...query, where: { id: patientId } }),
      }),
      patientId: t.int({ ...restOnly, description: 'Our number of the patient', resolve: ({ patientId }) => patientId }),
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
    description: 'What `addMedication` takes',
    inputFields: (t) => ({
      patientId: t.int({ required: true, description: 'Our number of the patient' }),
      medicationName: t.string({ required: true, description: 'The medicine, by brand or generic name' }),
      ndcCode: t.string({ description: 'National Drug Code' }),
      isPrescribed: t.boolean({ description: 'Default false' }),
      prescribedDate: t.field({ type: 'Date', description: 'The day it was prescribed' }),
      prescriberName: t.string({ description: 'Who prescribed it' }),
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
  {
    description: 'What `addMedication` gives',
    outputFields: (t) => ({
      medication: t.field({ type: MedicationRecord, description: 'The record as it now stands', resolve: ({ medication }) => medication }),
    }),
  },
)
