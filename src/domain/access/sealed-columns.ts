import { defineSealedColumn } from '../../platform/field-encryption/sealed-column.ts'

/** The first answer to a request, which may hold names and the token of a conversation. */
export const idempotentResponse = defineSealedColumn({
  table: 'idempotency_record',
  column: 'response',
  owner: "caller || ' ' || key",
  json: true,
  fingerprint: 'fingerprint',
})

export const accessSealedColumns = [idempotentResponse]
