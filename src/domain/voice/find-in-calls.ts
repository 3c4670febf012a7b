import { saidWords } from '../../language/said-words.ts'
import type { VoiceCall } from '../../platform/database/generated/prisma/client.ts'
import { type ReadBack, readBack, type WordsAsked } from '../../platform/database/read-back.ts'
import type { Session } from '../../platform/database/session.ts'
import { turnsOf } from './analysis/transcript-turns.ts'
import { callTranscript, utteranceText } from './sealed-columns.ts'

/** Of a call so many utterances are read. */
const mostUtterances = 2000

/** Calls in which all the words were said, by whomever, the newest first, each with the turn that has the most of them. */
export function findInCalls(
  { prisma, fields }: Session,
  { words, created, ...page }: WordsAsked,
): Promise<ReadBack<{ record: VoiceCall; excerpt: string }>> {
  const excerptOf = saidWords(words)
  return readBack(
    ({ below, take }) =>
      prisma.voiceCall.findMany({
        where: { joinedToId: null, createdAt: created, ...(below !== undefined && { id: { lt: below } }) },
        orderBy: { id: 'desc' },
        take,
        include: { transcript: true, utterances: { orderBy: [{ spokenAt: 'asc' }, { id: 'asc' }], take: mostUtterances } },
      }),
    // What is said may stand in the transcript, beside it, or in both.
    ({ id, transcript, utterances }) => [
      ...(transcript ? turnsOf(fields.open(callTranscript, id, transcript.sealedTranscript)) : []).map(
        ({ speaker, text }) => `${speaker}: ${text}`,
      ),
      ...utterances.map(({ speaker, sealedText }) => `${speaker}: ${fields.open(utteranceText, id, sealedText)}`),
    ],
    ({ transcript: _transcript, utterances: _utterances, ...record }, turns) => {
      const excerpt = excerptOf(turns)
      return excerpt === undefined ? undefined : { record, excerpt }
    },
    page,
  )
}
