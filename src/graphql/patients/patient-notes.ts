import { z } from 'zod'
import { addPatientNote } from '../../domain/patients/patient-notes.ts'
import { patientNoteText } from '../../domain/patients/sealed-columns.ts'
import { recordId, text } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { pageSize } from '../connections.ts'
import { pagesOf } from '../lists.ts'
import { mutation } from '../mutation.ts'
import { edge, toWritePatients } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { Patient } from './patient.ts'

const PatientNote = builder.prismaNode('PatientNote', {
  id: { field: 'id' },
  nullable: true,
  description: 'What a member of staff noted about a patient. It is never changed: a correction is another note.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    patientId: t.exposeInt('patientId', { description: 'Whom it is about' }),
    patient: t.relation('patient', { ...edge, description: 'That patient' }),
    text: t.string({
      description: 'The note; at most 10,000 characters',
      resolve: ({ patientId, sealedText }, _args, { work }) => work.session.fields.open(patientNoteText, patientId, sealedText),
    }),
    mayTellOfAdverseEvent: t.exposeBoolean('mayReport', {
      description: 'Whether it may tell of an adverse event. If it does, enter a case: a note opens none.',
    }),
    author: t.exposeString('author', { description: 'Who wrote it: `staff:12` for a person, or the name of a key' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written' }),
  }),
})

const PatientNoteConnection = pagesOf(PatientNote, 'A page of notes', 'A note of a page, with its place in the list')

builder.prismaObjectField(Patient, 'notes', (t) =>
  t.relatedConnection(
    'notes',
    {
      ...edge,
      cursor: 'id',
      totalCount: true,
      ...pageSize(10),
      query: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] },
      description: 'What staff noted, newest first',
    },
    PatientNoteConnection,
  ),
)

mutation('addPatientNote', {
  authScopes: toWritePatients,
  description: 'Adds a note to a patient’s record',
  takes: 'A note about a patient',
  input: z.object({ patientId: recordId, text: text(10_000) }),
  fields: { patientId: 'Our number of the patient', text: '1 to 10,000 characters', requestKey },
  gives: {
    patientNote: [PatientNote, 'The note'],
  },
  run: async ({ patientId, text }, { work }) => ({
    patientNote: await addPatientNote(work, patientId, text),
  }),
})
