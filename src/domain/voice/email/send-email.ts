import type { Session } from '../../../platform/database/session.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Mailer } from '../../../platform/mail.ts'
import { isWithdrawn } from '../../patients/consents.ts'
import { sendEmailQueue } from '../queues.ts'

/**
 * The job `send-email`: sends an email from the outbox, or holds it there without a mail server. A sent email is not sent again, unless the process
 * is killed between the server's answer and our record of it; the message ID is then the same. One whose text was erased with its call is not sent
 * at all, nor one to a patient who has withdrawn the consent to email: `failed`, also where they consent again later.
 * @throws Error when the server refuses or cannot be reached, so that the job is retried
 */
export async function sendEmail(session: Session, mailer: Mailer | undefined, emailId: number): Promise<void> {
  const { prisma } = session
  const email = await prisma.followUpEmail.findUnique({ where: { id: emailId } })
  if (!email || email.status === 'sent' || email.recipient === '') return
  const settle = (data: { status: 'sent' | 'failed' | 'held'; sentAt?: Date; attempts?: { increment: number } }) =>
    prisma.followUpEmail.update({ where: { id: emailId }, data, select: { id: true } })
  if (await isWithdrawn(session, email.patientId, 'email')) {
    await settle({ status: 'failed' })
    return
  }
  if (!mailer) {
    await settle({ status: 'held' })
    return
  }
  const attempts = { increment: 1 }
  try {
    await mailer.send({
      to: email.recipient,
      subject: email.subject,
      text: email.body,
      messageId: `<follow-up-${emailId}-${email.createdAt.getTime()}@care-outreach>`,
    })
  } catch (error) {
    await settle({ status: 'failed', attempts })
    throw error
  }
  await settle({ status: 'sent', sentAt: new Date(), attempts })
}

/** Emails queued in one transaction. */
const batch = 200

/** Queues the emails that were held while there was no mail server. */
export async function sendHeldEmails(session: Session, jobs: Jobs): Promise<void> {
  for (let queued = batch; queued === batch; ) {
    queued = await session.transaction(async (inner) => {
      const held = await inner.prisma.followUpEmail.updateManyAndReturn({
        where: { status: 'held' },
        data: { status: 'queued' },
        select: { id: true },
        limit: batch,
      })
      for (const { id } of held) await jobs.enqueue(inner, sendEmailQueue, { emailId: id })
      return held.length
    })
  }
}
