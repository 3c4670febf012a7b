import { defineSealedColumn } from '../../platform/field-encryption/sealed-column.ts'

export const patientNoteText = defineSealedColumn({ table: 'patient_note', column: 'text', owner: 'patient_id', json: false })

export const patientsSealedColumns = [patientNoteText]
