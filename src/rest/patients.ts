import { z } from 'zod'
import { addMedicationInput, newPatientBody, patientListInput, updatePatientInput } from '../graphql/patients/input.ts'
import { maxInt32 } from '../platform/values.ts'
import {
  AddMedicationDocument,
  CreatePatientDocument,
  DeactivatePatientDocument,
  ListMedicationsDocument,
  ListPatientsDocument,
  RetrievePatientDocument,
  SyncMedicationsDocument,
  UpdatePatientDocument,
  VerificationStatusDocument,
} from './generated/documents.ts'
import { body, params } from './input.ts'
import type { RouteTable } from './route.ts'

const patientId = params(z.object({ patientId: z.int().min(-maxInt32).max(maxInt32) }))

/** docs/contract.md, Patients and Medications. */
export function patientRoutes(route: RouteTable): void {
  route.get('/patients', {
    summary: 'List patients',
    document: ListPatientsDocument,
    query: params(patientListInput),
    variables: ({ query: { limit, skip, ...filter } }) => ({ limit, skip, filter }),
    reply: 'patients',
  })

  route.post('/patients', {
    summary: 'Create patient',
    document: CreatePatientDocument,
    body: body(newPatientBody),
    variables: ({ body }) => ({ input: body }),
    reply: 'created',
    record: 'patient',
    status: 201,
    idempotent: 'whole',
  })

  route.get('/patients/:patient_id', {
    summary: 'Retrieve patient',
    document: RetrievePatientDocument,
    path: patientId,
    variables: ({ path }) => ({ id: path.patientId }),
    reply: 'patient',
    entityTag: 'state',
  })

  route.put('/patients/:patient_id', {
    summary: 'Update patient; only the fields given change',
    document: UpdatePatientDocument,
    path: patientId,
    body: body(updatePatientInput.pick({ phone: true, email: true, payerId: true, memberId: true, status: true })),
    variables: ({ path, body, expectedTags }) => ({ input: { id: path.patientId, ...body, expectedRevision: expectedTags ?? null } }),
    reply: 'updated',
    record: 'patient',
    entityTag: 'state',
  })

  route.delete('/patients/:patient_id', {
    summary: 'Deactivate patient (soft delete)',
    document: DeactivatePatientDocument,
    path: patientId,
    variables: ({ path }) => ({ id: path.patientId }),
    reply: 'result',
  })

  route.get('/patients/:patient_id/verification-status', {
    summary: 'Latest benefits verification',
    document: VerificationStatusDocument,
    path: patientId,
    variables: ({ path }) => ({ patientId: path.patientId }),
    reply: 'verification',
    entityTag: 'bytes',
  })

  route.get('/patients/:patient_id/medications', {
    summary: 'List medications',
    document: ListMedicationsDocument,
    path: patientId,
    variables: ({ path }) => ({ id: path.patientId }),
    reply: 'patient',
  })

  route.post('/patients/:patient_id/medications', {
    summary: 'Add medication',
    document: AddMedicationDocument,
    path: patientId,
    body: body(addMedicationInput),
    variables: ({ path, body }) => ({ input: { patientId: path.patientId, ...body } }),
    reply: 'added',
    record: 'medication',
    status: 201,
    idempotent: 'whole',
  })

  route.post('/patients/:patient_id/medications/sync', {
    summary: 'Create medication records from voice conversations',
    document: SyncMedicationsDocument,
    path: patientId,
    variables: ({ path }) => ({ patientId: path.patientId }),
    reply: 'sync',
  })
}
