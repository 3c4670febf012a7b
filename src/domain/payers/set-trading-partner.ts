import type { Payer } from '../../platform/database/generated/prisma/client.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'

/** Sets a payer's id at the clearinghouse, or takes it away with null. A payer that is not in the list yet is added to it. */
export async function setTradingPartner(
  { session, actor }: Pick<UnitOfWork, 'session' | 'actor'>,
  { payerId, tradingPartnerId }: { payerId: string; tradingPartnerId: string | null },
): Promise<Payer> {
  return session.transaction(async (inner) => {
    const payer = await inner.prisma.payer.upsert({
      where: { id: payerId },
      create: { id: payerId, name: payerId, tradingPartnerId },
      update: { tradingPartnerId },
    })
    await recordEvent(inner, actor, { action: 'payer.update', patientIds: [], recordIds: [payerId], fields: ['tradingPartnerId'] })
    return payer
  })
}
