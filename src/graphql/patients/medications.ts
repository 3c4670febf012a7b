import { z } from 'zod'
import { addMedication } from '../../domain/patients/add-medication.ts'
import { syncMedications } from '../../domain/voice/sync-medications.ts'
import { restOnly } from '../builder.ts'
import { mutation } from '../mutation.ts'
import { toWritePatients } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { addMedicationInput } from './input.ts'
import { MedicationRecord, PaStatus } from './medication-record.ts'
import { Patient } from './patient.ts'

mutation('syncMedications', {
  authScopes: toWritePatients,
  description: "Makes or completes the medication records of what a patient's calls discussed. Doing it again changes nothing.",
  input: z.object({ patientId: z.int() }),
  fields: { patientId: 'Our number of the patient' },
  gives: {
    patient: (t) =>
      t.prismaField({
        type: Patient,
        description: 'Whose records these are',
        resolve: (query, { patientId }, _args, { work }) =>
          work.session.prisma.patient.findUniqueOrThrow({ ...query, where: { id: patientId } }),
      }),
    patientId: ['Int', 'Our number of the patient', restOnly],
    created: ['Int', 'How many records were made'],
    updated: ['Int', 'How many records were completed'],
    medications: [[MedicationRecord], 'The records of the medications that the calls discussed'],
  },
  run: ({ patientId }, { work }) => syncMedications(work, patientId),
})

mutation('addMedication', {
  authScopes: toWritePatients,
  description: 'Adds a medication record to a patient',
  input: addMedicationInput.extend({ patientId: z.int() }),
  fields: {
    patientId: 'Our number of the patient',
    medicationName: 'The medicine, by brand or generic name',
    ndcCode: 'National Drug Code',
    isPrescribed: 'Default false',
    prescribedDate: ['Date', 'The day it was prescribed'],
    prescriberName: 'Who prescribed it',
    prescriberNpi: 'National Provider Identifier: 10 digits',
    paRequired: 'Prior authorization required; default false',
    paStatus: [PaStatus, 'Default pending where prior authorization is required'],
    requestKey,
  },
  gives: { medication: [MedicationRecord, 'The record as it now stands'] },
  run: async ({ patientId, ...fields }, { work }) => ({ medication: await addMedication(work, patientId, fields) }),
})
