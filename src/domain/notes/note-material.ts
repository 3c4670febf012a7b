import type { AdverseEvent, VoiceCall, WorkItem } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import type { AuditEntry } from '../access/audit.ts'
import { messagesOf } from '../chat/sessions.ts'
import type { RecordedCall } from '../voice/analysis/call-reader.ts'
import { clip, plain } from '../voice/analysis/note-sentences.ts'
import { recordedCall } from '../voice/analysis/recorded-call.ts'

/** What a note on a work item may draw on. */
export interface NoteMaterial {
  /** What the record and the notes so far say, a line each. */
  known: string[]
  /** What was said: the call, or what was written as one. */
  said: RecordedCall
  /** Of the patient whom it is about. */
  names: string[]
  /** What was read for it. */
  reads: AuditEntry[]
}

/** What a fact takes, and all notes so far, in characters; messages of a conversation, those before the report, and gathered reports. */
const most = { fact: 4_000, notes: 8_000, messages: 60, reports: 20 }

type Item = Pick<WorkItem, 'id' | 'kind' | 'recordId' | 'patientId'>

/** Gathers what is known of a work item that comes from what somebody said; undefined for any other, and where the words are gone. */
export async function materialOf(session: Session, item: Item): Promise<NoteMaterial | undefined> {
  const { prisma } = session
  const origin = await originOf(session, item)
  if (!origin) return undefined
  const { facts, voiceCallId, chat, gathered } = origin
  const call = voiceCallId === null ? null : await wholeCall(session, voiceCallId)
  const said = call ? await recordedCall(session, call) : written(gathered ?? (await conversation(session, chat)))
  if (said.transcript === null && said.utterances.length === 0) return undefined
  const patient = item.patientId === null ? null : await prisma.patient.findUnique({ where: { id: item.patientId } })
  const patientIds = item.patientId === null ? [] : [item.patientId]
  return {
    known: [
      ...facts.flatMap(([name, value]) => {
        const told = plain([value ?? ''].flat().join(', '))
        return told === '' ? [] : [`${name}: ${clip(told, most.fact)}`]
      }),
      ...(await notesOf(session, item)),
    ],
    said,
    names: patient ? [patient.firstName, patient.lastName] : [],
    reads: [
      ...(call ? [{ action: 'transcript.read' as const, patientIds, recordIds: [call.id] }] : []),
      ...(chat && !call && !gathered ? [{ action: 'conversation.read' as const, patientIds, recordIds: [chat.sessionId] }] : []),
      ...(origin.adverseEventId === null
        ? []
        : [{ action: 'adverse_event.read' as const, patientIds, recordIds: [origin.adverseEventId] }]),
    ],
  }
}

/** The newest that there is room for, in the order they were written. */
async function notesOf({ prisma }: Session, { id }: Item): Promise<string[]> {
  const events = await prisma.workEvent.findMany({ where: { workItemId: id, note: { not: null } }, orderBy: { id: 'desc' }, take: 20 })
  const notes: string[] = []
  for (const { note } of events) notes.unshift(`Note: ${clip(plain(note ?? ''), most.fact)}`)
  while (notes.join('').length > most.notes) notes.shift()
  return notes
}

interface Origin {
  facts: [name: string, value: string | string[] | null][]
  voiceCallId: number | null
  /** The conversation, up to a message where one is the report. */
  chat: { sessionId: number; upTo?: number } | null
  /** What a case holds that gathers reports. */
  gathered?: Utterance[]
  adverseEventId: number | null
}

async function originOf(session: Session, { kind, recordId: id }: Item): Promise<Origin | undefined> {
  const { prisma } = session
  if (kind === 'callback') {
    const callback = await prisma.callbackRequest.findUniqueOrThrow({ where: { id } })
    return {
      facts: [
        ['Work', 'somebody is to be called back'],
        ['Reason', callback.reason],
        ['Preferred time', callback.preferredTime],
      ],
      voiceCallId: callback.voiceCallId,
      chat: callback.chatSessionId === null ? null : { sessionId: callback.chatSessionId },
      adverseEventId: null,
    }
  }
  if (kind === 'adverse_event') return ofCase(session, await prisma.adverseEvent.findUniqueOrThrow({ where: { id } }))
  if (kind !== 'follow_up_action') return undefined
  const { action, priority, voiceCallId, adverseEvent } = await prisma.followUpAction.findUniqueOrThrow({
    where: { id },
    include: { adverseEvent: true },
  })
  const about = adverseEvent ? await ofCase(session, adverseEvent) : undefined
  return {
    facts: [['Follow-up action', action], ['Priority', priority], ...(about?.facts ?? [])],
    voiceCallId: voiceCallId ?? about?.voiceCallId ?? null,
    chat: about?.chat ?? null,
    ...(about?.gathered && { gathered: about.gathered }),
    adverseEventId: about?.adverseEventId ?? null,
  }
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
    chat: message && { sessionId: message.sessionId, upTo: message.id },
    ...(event.gathers && { gathered: await gatheredIn(prisma, event) }),
    adverseEventId: event.id,
  }
}

/** The call, or the one that it was a part of. */
async function wholeCall({ prisma }: Session, id: number): Promise<VoiceCall | null> {
  const call = await prisma.voiceCall.findUnique({ where: { id }, include: { joinedTo: true } })
  return call?.joinedTo ?? call
}

type Utterance = RecordedCall['utterances'][number]

/** The most dangerous reports of a case, of visitors of whom it is not known whether they are one. */
async function gatheredIn(prisma: Session['prisma'], { id }: AdverseEvent): Promise<Utterance[]> {
  const orderBy = [{ danger: 'desc' as const }, { id: 'asc' as const }]
  const reports = await prisma.gatheredReport.findMany({ where: { adverseEventId: id }, orderBy, take: most.reports })
  return reports.map(({ eventDescription }) => ({ speaker: 'visitor', text: eventDescription }))
}

async function conversation(session: Session, chat: Origin['chat']): Promise<Utterance[]> {
  if (!chat) return []
  const before = chat.upTo === undefined ? {} : { before: chat.upTo + 1 }
  const messages = await messagesOf(session, chat.sessionId, { take: most.messages, ...before })
  return messages.map(({ role, content }) => ({ speaker: role === 'user' ? 'visitor' : 'agent', text: content }))
}

/** What was written in the chat as a call whose caller is the visitor, whom nobody has verified. */
const written = (utterances: Utterance[]): RecordedCall => ({
  transcript: null,
  utterances,
  callType: 'chat',
  agentType: 'chat',
  verified: false,
  functions: [],
  flaggedAdverseEvents: 0,
})
