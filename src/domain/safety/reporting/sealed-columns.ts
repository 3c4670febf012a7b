import { defineSealedColumn } from '../../../platform/field-encryption/sealed-column.ts'

export const safetyDocument = defineSealedColumn({ table: 'safety_report', column: 'document', owner: 'id', json: false })

export const safetySealedColumns = [safetyDocument]
