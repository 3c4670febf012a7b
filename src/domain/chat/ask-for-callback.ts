import type { CallbackRequest, ChatSession } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { announceWork } from '../work/announce-work.ts'

export const callbackTimes = ['any', 'morning', 'afternoon', 'evening'] as const

export interface ChatCallback {
  /** E.164 */
  phoneNumber: string
  preferredTime: (typeof callbackTimes)[number]
  /** The wording that the visitor agreed to, as it was shown. */
  consent: string
}

/** Of one visitor's address. Staff dial: somebody else's number, left many times, would be many calls to one person. */
const mostAnHour = 5

/**
 * Keeps a visitor's wish to be called by a person, as work. A number has one open wish of a client's visitors: asked again, it is that one, with the new time.
 * Nothing is read from the conversation, and no patient is found by the number, which anybody may give.
 * @param visitor names who is behind the address (`createVisitorGroups`)
 * @throws Failure RATE_LIMITED; CONFLICT where the client offers no callbacks
 */
export async function askForCallback(
  { session, actor, events }: UnitOfWork,
  chat: ChatSession,
  visitor: string,
  { phoneNumber, preferredTime, consent }: ChatCallback,
): Promise<CallbackRequest> {
  return session.transaction(async (inner) => {
    const { prisma } = inner
    // Takes turns with others of this client: two at once must not both be the first.
    await prisma.$queryRaw`SELECT 1 FROM widget_client WHERE id = ${chat.widgetClientId} FOR NO KEY UPDATE`
    const client = await prisma.widgetClient.findUniqueOrThrow({ where: { id: chat.widgetClientId }, select: { callbackConsent: true } })
    if (client.callbackConsent === null) throw new Failure('CONFLICT', 'No callbacks are offered here.')
    const open = await prisma.callbackRequest.findFirst({
      where: { phoneNumber, status: 'requested', voiceCallId: null, chatSession: { widgetClientId: chat.widgetClientId } },
    })
    const since = new Date(Date.now() - 3_600_000)
    const before = open ? 0 : await prisma.callbackRequest.count({ where: { visitorGroup: visitor, createdAt: { gte: since } } })
    if (before >= mostAnHour)
      throw new Failure('RATE_LIMITED', 'Several callbacks were asked for from here. Please call the support line.', undefined, 3600)
    const data = { chatSessionId: chat.id, phoneNumber, preferredTime, consent, visitorGroup: visitor }
    const callback = open
      ? await prisma.callbackRequest.update({ where: { id: open.id }, data })
      : await prisma.callbackRequest.create({ data })
    await recordEvent(inner, actor, { action: open ? 'callback.update' : 'callback.create', patientIds: [], recordIds: [callback.id] })
    await announceWork({ session: inner, events })
    return callback
  })
}
