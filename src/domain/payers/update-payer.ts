import type { Payer } from '../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'

/** What an operator fills in of a payer: absent, a member stays as it is; null takes it away. */
type PayerChange = Partial<Pick<Payer, 'tradingPartnerId' | 'standardHours' | 'urgentHours' | 'appealDays' | 'renewalDays'>>

/** Changes a payer. One that is not in the list yet is added to it. */
export async function updatePayer(
  { session, actor }: Pick<UnitOfWork, 'session' | 'actor'>,
  payerId: string,
  change: PayerChange,
): Promise<Payer> {
  return session.transaction(async (inner) => {
    const create = { id: payerId, name: payerId, ...change }
    const payer = await inner.prisma.payer.upsert({ where: { id: payerId }, create, update: change })
    await recordEvent(inner, actor, { action: 'payer.update', patientIds: [], recordIds: [payerId], fields: Object.keys(change) })
    return payer
  })
}
