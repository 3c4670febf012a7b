import type { AdverseEvent, CallbackRequest, FollowUpAction, WorkItem } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { messagesOf } from '../chat/sessions.ts'
import type { RecordedCall } from '../voice/analysis/call-reader.ts'
import { recordedCall } from '../voice/analysis/recorded-call.ts'
import type { WorkKind } from '../work/work-queue.ts'

/** What a note on a work item may draw on. */
export interface NoteMaterial {
  /** What the record and the notes so far say, a line each. */
  known: string[]
  /** What was said: the call, or the conversation as one; without turns where there is neither. */
  said: RecordedCall
}

/** The kinds of work that come from what somebody said. */
const kinds: ReadonlySet<WorkKind> = new Set<WorkKind>(['adverse_event', 'follow_up_action', 'callback'])

/** Whether there is anything that a note on work of this kind could tell of. */
export const hasMaterial = ({ kind }: Pick<WorkItem, 'kind'>): boolean => kinds.has(kind)

/** Turns of a conversation, and notes, that are looked at: the latest. */
const most = { messages: 60, notes: 20 }

/** Gathers what is known of a work item, without who it is about. */
export async function materialOf(session: Session, item: Pick<WorkItem, 'id' | 'kind' | 'recordId'>): Promise<NoteMaterial> {
  const { prisma } = session
  const { facts, voiceCallId, chatSessionId } = await originOf(session, item)
  const notes = await prisma.workEvent.findMany({
    where: { workItemId: item.id, note: { not: null } },
    orderBy: { id: 'desc' },
    take: most.notes,
  })
  const call = voiceCallId === null ? null : await prisma.voiceCall.findUnique({ where: { id: voiceCallId } })
  return {
    known: [
      ...facts.flatMap(([name, value]) => (value === null || value.length === 0 ? [] : [`${name}: ${[value].flat().join(', ')}`])),
      ...notes.reverse().map(({ note }) => `Note: ${note}`),
    ],
    said: call ? await recordedCall(session, call) : await conversation(session, chatSessionId),
  }
}

interface Origin {
  facts: [name: string, value: string | string[] | null][]
  voiceCallId: number | null
  chatSessionId: number | null
}

async function originOf(session: Session, { kind, recordId: id }: Pick<WorkItem, 'kind' | 'recordId'>): Promise<Origin> {
  const { prisma } = session
  if (kind === 'callback') return ofCallback(await prisma.callbackRequest.findUniqueOrThrow({ where: { id } }))
  if (kind === 'follow_up_action') return ofAction(session, await prisma.followUpAction.findUniqueOrThrow({ where: { id } }))
  return ofCase(session, await prisma.adverseEvent.findUniqueOrThrow({ where: { id } }))
}

const ofCallback = ({ reason, preferredTime, voiceCallId, chatSessionId }: CallbackRequest): Origin => ({
  facts: [
    ['Work', 'somebody is to be called back'],
    ['Reason', reason],
    ['Preferred time', preferredTime],
  ],
  voiceCallId,
  chatSessionId,
})

async function ofAction(session: Session, { action, priority, voiceCallId, adverseEventId }: FollowUpAction): Promise<Origin> {
  const about = adverseEventId === null ? null : await session.prisma.adverseEvent.findUnique({ where: { id: adverseEventId } })
  const origin = about ? await ofCase(session, about) : { facts: [], voiceCallId, chatSessionId: null }
  return { ...origin, facts: [['Follow-up action', action], ['Priority', priority], ...origin.facts] }
}

async function ofCase({ prisma }: Session, event: AdverseEvent): Promise<Origin> {
  const message = event.chatMessageId === null ? null : await prisma.chatMessage.findUnique({ where: { id: event.chatMessageId } })
  return {
    facts: [
      ['Adverse event', event.eventDescription],
      ['Symptoms', event.symptoms],
      ['Suspect medicine', event.medicationName],
      ['Severity', event.severity],
      ['Seriousness', event.seriousness],
      ['Onset', event.onset],
      ['Outcome', event.outcome],
      ['Dose', event.dose],
      ['Route', event.route],
      ['Indication', event.indication],
      ['Therapy began', event.therapyStart],
      ['Therapy ended', event.therapyEnd],
      ['Other medicines', event.concomitantMedications],
    ],
    voiceCallId: event.voiceCallId,
    chatSessionId: message?.sessionId ?? null,
  }
}

/** A conversation of the chat as a call whose caller is the visitor, whom nobody has verified. */
async function conversation(session: Session, sessionId: number | null): Promise<RecordedCall> {
  const messages = sessionId === null ? [] : await messagesOf(session, sessionId, { take: most.messages })
  return {
    transcript: null,
    utterances: messages.map(({ role, content }) => ({ speaker: role === 'user' ? 'visitor' : 'agent', text: content })),
    callType: 'chat',
    agentType: 'chat',
    verified: false,
    functions: [],
    flaggedAdverseEvents: 0,
  }
}
