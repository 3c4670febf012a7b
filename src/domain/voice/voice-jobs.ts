import type { Session } from '../../platform/database/session.ts'
import type { Events } from '../../platform/events.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Mailer } from '../../platform/mail.ts'
import { unitOfWorkOfJob } from '../access/unit-of-work.ts'
import { analyseCall } from './analysis/analysis-job.ts'
import type { CallAnalyser } from './analysis/analysis-with-fallback.ts'
import { sendEmail, sendHeldEmails } from './email/send-email.ts'
import { eraseOldCalls } from './erase-calls.ts'
import type { MessageCounter } from './metrics.ts'
import { fetchLostReports } from './platforms/fetch-reports.ts'
import { readPlatformMessage } from './platforms/read-message.ts'
import {
  analyseCallQueue,
  eraseCallsQueue,
  fetchReportsQueue,
  readPlatformMessageQueue,
  sendEmailQueue,
  sweepCallsQueue,
} from './queues.ts'
import type { VoiceSettings } from './settings.ts'
import { sweepCalls } from './sweep-calls.ts'

/** Takes up the work that calls leave behind: their analysis, and emails. */
export async function startVoiceJobs(
  { session, events }: { session: Session; events: Events },
  jobs: Jobs,
  {
    analyser,
    mailer,
    messages,
    retentionDays,
    platformApiUrls,
  }: {
    analyser: CallAnalyser
    mailer: Mailer | undefined
    messages: MessageCounter
    retentionDays: number | undefined
    platformApiUrls: VoiceSettings['platformApiUrls']
  },
): Promise<void> {
  const workAs = (job: string) => unitOfWorkOfJob({ session, events, jobs }, job)
  // Models and mail servers take their time: one that is slow must not hold up the rest.
  const several = { concurrency: 4 }
  await jobs.handle(
    analyseCallQueue,
    (data, stopping) => analyseCall(workAs(`analyse-call:${data.voiceCallId}`), analyser, data, stopping),
    several,
  )
  await jobs.handle(
    readPlatformMessageQueue,
    ({ messageId }) => readPlatformMessage({ session, events, jobs }, messages, messageId),
    several,
  )
  await jobs.handle(fetchReportsQueue, (_, stopping) => fetchLostReports(workAs('fetch-lost-reports'), messages, platformApiUrls, stopping))
  await jobs.schedule(fetchReportsQueue, '* * * * *', {})
  await jobs.enqueue(session, fetchReportsQueue, {})
  if (mailer) await sendHeldEmails(session, jobs)
  await jobs.handle(sendEmailQueue, ({ emailId }) => sendEmail(session, mailer, emailId), several)
  await jobs.handle(sweepCallsQueue, () => sweepCalls(workAs('sweep-calls')))
  await jobs.schedule(sweepCallsQueue, '*/30 * * * *', {})
  await jobs.handle(eraseCallsQueue, async () => {
    if (retentionDays !== undefined) await eraseOldCalls(workAs('erase-calls'), retentionDays)
  })
  await jobs.schedule(eraseCallsQueue, '47 3 * * *', {})
  await jobs.enqueue(session, eraseCallsQueue, {})
}
