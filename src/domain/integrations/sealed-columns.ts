import { defineSealedColumn } from '../../platform/field-encryption/sealed-column.ts'

const owner = 'id'

export const eventSecret = defineSealedColumn({ table: 'event_subscription', column: 'secret', owner, json: false })
export const previousEventSecret = defineSealedColumn({ table: 'event_subscription', column: 'previous_secret', owner, json: false })

export const deliveryBody = defineSealedColumn({ table: 'event_delivery', column: 'body', owner, json: false })

export const integrationsSealedColumns = [eventSecret, previousEventSecret, deliveryBody]
