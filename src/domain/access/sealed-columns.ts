import { defineSealedColumn } from '../../platform/field-encryption/sealed-column.ts'

/** The first answer to a request, which may hold names and the token of a conversation. */
export const idempotentResponse = defineSealedColumn({
  table: 'idempotency_record',
  column: 'response',
  owner: "caller || ' ' || key",
  json: true,
  fingerprint: 'fingerprint',
})

/** Of one person, who may have typed what a patient said. */
export const draftText = defineSealedColumn({ table: 'draft', column: 'text', owner: "owner || ' ' || place", json: false })

export const accessSealedColumns = [idempotentResponse, draftText]
