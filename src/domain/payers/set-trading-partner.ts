import type { Payer } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'

/** Sets a payer's id at the clearinghouse, or takes it away with null. A payer that is not in the list yet is added to it. */
export async function setTradingPartner(
  { prisma }: Session,
  { payerId, tradingPartnerId }: { payerId: string; tradingPartnerId: string | null },
): Promise<Payer> {
  return prisma.payer.upsert({
    where: { id: payerId },
    create: { id: payerId, name: payerId, tradingPartnerId },
    update: { tradingPartnerId },
  })
}
