import { addMedication } from '../domain/patients/add-medication.ts'
import { type MedicationSync, syncMedications } from '../domain/voice/sync-medications.ts'
import { validate } from '../platform/validate.ts'
import { builder } from './builder.ts'
import { MedicationRecord, PaStatus } from './medication-record.ts'
import { addMedicationInput } from './patient-input.ts'
import { toWritePatients } from './permissions.ts'

const AddMedicationInput = builder.inputType('AddMedicationInput', {
  fields: (t) => ({
    medicationName: t.string({ required: true }),
    ndcCode: t.string(),
    isPrescribed: t.boolean({ description: 'Default false' }),
    prescribedDate: t.field({ type: 'Date' }),
    prescriberName: t.string(),
    prescriberNpi: t.string({ description: '10 digits' }),
    paRequired: t.boolean({ description: 'Default false' }),
    paStatus: t.field({ type: PaStatus, description: 'Default pending where prior authorization is required' }),
  }),
})

const MedicationSyncPayload = builder.objectRef<MedicationSync>('MedicationSyncPayload').implement({
  fields: (t) => ({
    patientId: t.exposeInt('patientId'),
    created: t.exposeInt('created'),
    updated: t.exposeInt('updated'),
    medications: t.field({
      type: [MedicationRecord],
      description: 'The records of the medications that the calls discussed',
      resolve: ({ medications }) => medications,
    }),
  }),
})

builder.mutationFields((t) => ({
  syncMedications: t.field({
    type: MedicationSyncPayload,
    authScopes: toWritePatients,
    description: "Makes or completes the medication records of what a patient's calls discussed. Doing it again changes nothing.",
    args: { patientId: t.arg.int({ required: true }) },
    resolve: (_root, { patientId }, { work }) => syncMedications(work, patientId),
  }),
  addMedication: t.field({
    type: MedicationRecord,
    authScopes: toWritePatients,
    args: { patientId: t.arg.int({ required: true }), input: t.arg({ type: AddMedicationInput, required: true }) },
    resolve: (_root, { patientId, input }, { work }) => addMedication(work, patientId, validate(addMedicationInput, input)),
  }),
}))
