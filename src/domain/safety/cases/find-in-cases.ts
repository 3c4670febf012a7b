import { saidWords } from '../../../language/said-words.ts'
import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'
import { type ReadBack, readBack, type WordsAsked } from '../../../platform/database/read-back.ts'
import type { Session } from '../../../platform/database/session.ts'

/** Cases that have all the words in what is told of them, the newest first, each with the part that has the most of them. */
export function findInCases(
  { prisma }: Session,
  { words, created, ...page }: WordsAsked,
): Promise<ReadBack<{ record: AdverseEvent; excerpt: string }>> {
  const excerptOf = saidWords(words)
  return readBack(
    ({ below, take }) =>
      prisma.adverseEvent.findMany({
        where: { createdAt: created, ...(below !== undefined && { id: { lt: below } }) },
        orderBy: { id: 'desc' },
        take,
      }),
    ({
      eventDescription,
      symptoms,
      medicationName,
      indication,
      lotNumber,
      concomitantMedications,
      claimedPatient,
      reporterName,
      ...one
    }) => [
      eventDescription,
      ...[symptoms, concomitantMedications].map((names) => names.join(', ')),
      ...[medicationName, indication, lotNumber, claimedPatient, reporterName, one.reviewNote].flatMap((text) => text ?? []),
    ],
    (record, texts) => {
      const excerpt = excerptOf(texts)
      return excerpt === undefined ? undefined : { record, excerpt }
    },
    page,
  )
}
