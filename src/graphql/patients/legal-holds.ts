import { z } from 'zod'
import { liftLegalHold, placeLegalHold } from '../../domain/patients/legal-holds.ts'
import { validate } from '../../platform/validate.ts'
import { recordId, text } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { ofOneRecord } from '../connections.ts'
import { list, pagesOf } from '../lists.ts'
import { mutation } from '../mutation.ts'
import { toManageAccess, toReadPatients } from '../permissions.ts'
import { Patient } from './patient.ts'

// What must be kept for a legal matter, whatever a retention says.

const LegalHold = builder.prismaObject('LegalHold', {
  description: 'Keeps a patient’s calls and the months of the audit that name them, whatever a retention says, until it is lifted',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of the hold' }),
    patientId: t.exposeInt('patientId', { description: 'Whose data is kept' }),
    patient: t.prismaField({
      type: 'Patient',
      authScopes: toReadPatients,
      description: 'The patient whose data is kept',
      resolve: (query, { patientId }, _args, { work }) =>
        // Prisma makes one statement of those that a list asks for together.
        work.session.prisma.patient.findUniqueOrThrow({ ...query, where: { id: patientId } }),
    }),
    reason: t.exposeString('reason', { description: 'Which matter' }),
    placedBy: t.exposeString('placedBy', { description: 'Who placed it, as `caller { id }` names them' }),
    placedAt: t.expose('placedAt', { type: 'DateTime', description: 'Since when' }),
    liftedBy: t.exposeString('liftedBy', { nullable: true, description: 'Who lifted it; null while it holds' }),
    liftedAt: t.expose('liftedAt', { type: 'DateTime', nullable: true, description: 'When it ended; null while it holds' }),
  }),
})

const Filter = builder.inputType('LegalHoldFilter', {
  description: 'Which holds; all conditions must hold',
  fields: (t) => ({ patientId: t.int({ description: 'Of this patient' }) }),
})

list('legalHolds', LegalHold, {
  authScopes: toManageAccess,
  description: 'The holds that have not been lifted, newest first',
  pages: pagesOf(LegalHold, 'A page of legal holds', 'A hold of a page, with the place in the list'),
  filter: Filter,
  where: ({ patientId }) => ({ liftedAt: null, ...(patientId != null && { patientId: validate(recordId, patientId) }) }),
  orderBy: { id: 'desc' },
})

builder.prismaObjectField(Patient, 'legalHold', (t) =>
  t.prismaField({
    type: LegalHold,
    nullable: true,
    authScopes: toManageAccess,
    extensions: ofOneRecord,
    description: 'The hold that the patient is under. Not for the patients of a list: `legalHolds` has those.',
    resolve: (query, { id }, _args, { work }) =>
      work.session.prisma.legalHold.findFirst({ ...query, where: { patientId: id, liftedAt: null } }),
  }),
)

mutation('placeLegalHold', {
  authScopes: toManageAccess,
  description:
    'Keeps the calls, documents and events of a patient, and the months of the audit that name them, whatever a retention says. Refused where the patient is under a hold.',
  takes: 'Whose data to keep, and why',
  input: z.object({ patientId: recordId, reason: text(500) }),
  fields: { patientId: 'Our number of the patient', reason: 'Which matter, for whoever has to lift it: 1 to 500 characters' },
  result: 'The new hold',
  gives: { legalHold: [LegalHold, 'The new hold'] },
  run: async ({ patientId, reason }, { work }) => ({ legalHold: await placeLegalHold(work, patientId, reason) }),
})

mutation('liftLegalHold', {
  authScopes: toManageAccess,
  description: 'Ends a hold: retention applies to the patient again',
  takes: 'Which hold',
  input: z.object({ id: recordId }),
  fields: { id: 'Our number of the hold' },
  result: 'The lifted hold',
  gives: { legalHold: [LegalHold, 'The lifted hold'] },
  run: async ({ id }, { work }) => ({ legalHold: await liftLegalHold(work, id) }),
})
