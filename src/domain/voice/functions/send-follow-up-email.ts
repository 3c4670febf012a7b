import { Failure } from '../../../platform/failure.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { followUpText, subjectLine } from '../email/follow-up-email.ts'
import { sendEmailQueue } from '../queues.ts'
import { invokeChanging } from './invocation.ts'
import { identityRequired, isVerified } from './verified-patient.ts'

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
export async function sendFollowUpEmail(work: UnitOfWork, jobs: Jobs, conversationId: string, wish: EmailWish): Promise<EmailResult> {
  const invocation = { conversationId, functionName: 'send_follow_up_email' as const, parameters: wish }
  return invokeChanging<EmailResult>(work, invocation, { once: true }, async ({ session }, call) => {
    const { patientId } = wish
    if (!isVerified(call, patientId)) {
      return { outcome: 'identity_required', result: { emailId: null, queued: null, email: null, ...identityRequired } }
    }
    const patient = await session.prisma.patient.findUnique({ where: { id: patientId }, select: { firstName: true, email: true } })
    if (!patient) throw new Failure('NOT_FOUND', `There is no patient ${patientId}.`)
    const recipient = wish.email ?? patient.email
    if (recipient === null) {
      const message = 'I do not have an email address for you. Which address may we write to?'
      return { patientId, outcome: 'incomplete', result: { status: 'email_required', emailId: null, queued: false, email: null, message } }
    }
    const { id: emailId } = await session.prisma.followUpEmail.create({
      data: {
        voiceCallId: call.id,
        patientId,
        recipient,
        subject: subjectLine(wish.subject),
        body: followUpText(patient.firstName, wish.topics ?? []),
      },
      select: { id: true },
    })
    await jobs.enqueue(session, sendEmailQueue, { emailId })
    const audit = { action: 'follow_up_email.create' as const, patientIds: [patientId], recordIds: [emailId] }
    const email = masked(recipient)
    return {
      patientId,
      audit,
      result: { status: 'queued', emailId, queued: true, email, message: `We will send the information to ${email}.` },
    }
  })
}

/** `ada@example.com` becomes `a***@example.com`. */
const masked = (email: string) => email.replace(/^(.).*(@[^@]*)$/u, '$1***$2')
