import type { AnswerTier } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { type QuestionTerm, questionTerms } from './answer/extractive/question-words.ts'
import { messageContent } from './sealed-columns.ts'

/** So many of the newest questions are looked through. */
const mostQuestions = 300

/** Two questions are one where this share of what they tell stands in both. "Leave the program" and "join the program" have two thirds. */
const alikeFrom = 0.75

export interface UnansweredGroup {
  /** The answer that the newest question got. */
  id: number
  /** The newest question, in the words of its visitor. */
  question: string
  tier: AnswerTier | null
  lastAskedAt: Date
  /** The answers that the questions got, the newest first. */
  messageIds: number[]
}

/**
 * The newest questions without a sure answer, those that ask the same together: in other words, another order or Spanish. The most
 * asked first, and of those the newest.
 */
export async function unansweredGroups({ prisma, fields }: Session, tiers: readonly AnswerTier[]): Promise<UnansweredGroup[]> {
  const messages = await prisma.chatMessage.findMany({
    where: { tier: { in: [...tiers] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: mostQuestions,
    select: { id: true, sessionId: true, tier: true, createdAt: true, replyTo: { select: { sealedContent: true } } },
  })
  const groups: (UnansweredGroup & { terms: QuestionTerm[] })[] = []
  for (const { id, sessionId, tier, createdAt, replyTo } of messages) {
    const question = opened(fields, sessionId, replyTo?.sealedContent ?? '')
    if (question === undefined) continue
    const terms = questionTerms(question)
    const known = groups.find((group) => group.question === question || likeness(group.terms, terms) >= alikeFrom)
    if (known) known.messageIds.push(id)
    else groups.push({ id, question, tier, lastAskedAt: createdAt, messageIds: [id], terms })
  }
  return groups.sort((one, two) => two.messageIds.length - one.messageIds.length)
}

/** Undefined where it cannot be opened, which the log tells. */
function opened(fields: Session['fields'], sessionId: number, sealed: string): string | undefined {
  try {
    return fields.open(messageContent, sessionId, sealed)
  } catch {
    return undefined
  }
}

/** 0 to 1: how much of what two questions tell stands in both. */
function likeness(one: readonly QuestionTerm[], two: readonly QuestionTerm[]): number {
  const all = weightOf(one) + weightOf(two)
  return all === 0 ? 0 : (weightOf(one.filter((term) => isIn(term, two))) + weightOf(two.filter((term) => isIn(term, one)))) / all
}

const weightOf = (terms: readonly QuestionTerm[]) => terms.reduce((sum, { weight }) => sum + weight, 0)

const isIn = (term: QuestionTerm, terms: readonly QuestionTerm[]) =>
  terms.some((other) => other.stem === term.stem || other.others.includes(term.stem) || term.others.includes(other.stem))
