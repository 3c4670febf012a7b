import { saidWords } from '../../language/said-words.ts'
import type { VoiceCall } from '../../platform/database/generated/prisma/client.ts'
import { type ReadBack, readBack } from '../../platform/database/read-back.ts'
import type { Session } from '../../platform/database/session.ts'
import { turnsOf } from './analysis/transcript-turns.ts'
import { callTranscript, utteranceText } from './sealed-columns.ts'

/** The first words of a call are many: what is said after so many utterances is found once its transcript is there. */
const mostUtterances = 2000

interface Asked {
  words: string
  created: { gte?: Date; lt?: Date }
  /** Calls with an id below it. */
  below: number | undefined
  enough: number
}

/** Calls in which all the words were said, by whomever, the newest first, each with the turn that has the most of them. */
export function findInCalls(
  { prisma, fields }: Session,
  { words, created, ...page }: Asked,
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
    ({ transcript, utterances, ...call }) => {
      const turns = transcript
        ? turnsOf(fields.open(callTranscript, call.id, transcript.sealedTranscript))
        : utterances.map(({ speaker, sealedText }) => ({ speaker, text: fields.open(utteranceText, call.id, sealedText) }))
      const excerpt = excerptOf(turns.map(({ speaker, text }) => `${speaker}: ${text}`))
      return excerpt === undefined ? undefined : { record: call, excerpt }
    },
    page,
  )
}
