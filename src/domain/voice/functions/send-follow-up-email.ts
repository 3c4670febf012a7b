import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { isWithdrawn } from '../../patients/consents.ts'
import { followUpText, subjectLine, topicsFor } from '../email/follow-up-email.ts'
import { sendEmailQueue } from '../queues.ts'
import type { VoiceSetup } from '../voice-setup.ts'
import { invokeChanging, type Outcome, type Repetition } from './invocation.ts'
import { identityRequired, verifiedPatient } from './verified-patient.ts'

export interface EmailWish {
  patientId?: number | null
  /** Default: the patient's on file. */
  email?: string | null
  subject?: string | null
  topics?: string[] | null
}

export interface EmailResult {
  status: string
  emailId: number | null
  queued: boolean | null
  /** Masked: the agent reads it out, and the voice platform logs it. */
  email: string | null
  message: string
}

/** Puts a follow-up email to the verified patient into the outbox; a durable job sends it. */
export async function sendFollowUpEmail(
  work: UnitOfWork,
  { followUpTopics }: VoiceSetup,
  conversationId: string,
  wish: EmailWish,
): Promise<EmailResult> {
  const invocation = { conversationId, functionName: 'send_follow_up_email' as const, parameters: wish }
  const refusal: Outcome<EmailResult> = {
    outcome: 'identity_required',
    result: { emailId: null, queued: null, email: null, ...identityRequired },
  }
  const again: Repetition<EmailResult> = async ({ session }, call, first) =>
    (await verifiedPatient(session, call, wish.patientId)) ? { result: first } : refusal
  return invokeChanging<EmailResult>(work, invocation, { once: again }, async ({ session }, call) => {
    const patient = await verifiedPatient(session, call, wish.patientId)
    if (!patient) return refusal
    const patientId = patient.id
    const notSent = (status: string, message: string) => ({
      patientId,
      outcome: 'incomplete' as const,
      result: { status, emailId: null, queued: false, email: null, message },
    })
    if (await isWithdrawn(session, patientId, 'email'))
      return notSent('consent_withdrawn', 'You have asked us not to write to you by email. Someone from our team can change that for you.')
    const recipient = wish.email ?? patient.email
    if (recipient === null) return notSent('email_required', 'I do not have an email address for you. Which address may we write to?')
    const wanted = wish.topics ?? []
    const topics = topicsFor(wanted, followUpTopics)
    const addressOnFile = recipient.toLowerCase() === patient.email?.toLowerCase()
    const { id: emailId } = await session.prisma.followUpEmail.create({
      data: {
        voiceCallId: call.id,
        patientId,
        recipient,
        subject: subjectLine(wish.subject),
        body: followUpText(patient.firstName, topics),
        addressOnFile,
      },
      select: { id: true },
    })
    await work.jobs.enqueue(session, sendEmailQueue, { emailId })
    // The audit names the recipient where it is nobody's that we know.
    const fields = addressOnFile ? [] : ['recipient']
    const audit = { action: 'follow_up_email.create' as const, patientIds: [patientId], recordIds: [emailId], fields }
    const email = masked(recipient)
    const leftOut = topics.length < wanted.length ? ' I had to leave out some of the topics.' : ''
    const message = `We will send the information to ${email}.${leftOut}`
    return {
      patientId,
      audit,
      result: { status: 'queued', emailId, queued: true, email, message },
    }
  })
}

/** `ada@example.com` becomes `a***@example.com`. */
const masked = (email: string) => email.replace(/^(.).*(@[^@]*)$/u, '$1***$2')
