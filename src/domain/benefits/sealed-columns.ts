import { defineSealedColumn } from '../../platform/field-encryption/sealed-column.ts'

export const documentPart = defineSealedColumn({ table: 'pa_document_part', column: 'content', owner: 'document_id', json: false })

export const benefitsSealedColumns = [documentPart]
