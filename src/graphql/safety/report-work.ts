import { z } from 'zod'
import type { Caller } from '../../domain/access/caller.ts'
import { deliverAgain } from '../../domain/integrations/submit-report.ts'
import { acknowledgeByToken, acknowledgeReport } from '../../domain/safety/reporting/acknowledge.ts'
import {
  assignProgram,
  recordSent,
  reportCase,
  resendReport,
  triageElements,
  triageReport,
  withdrawReport,
} from '../../domain/safety/reporting/decide-report.ts'
import { receivedOf } from '../../domain/safety/reporting/received-list.ts'
import { reconcile } from '../../domain/safety/reporting/reconcile.ts'
import type { SafetyReport as Row } from '../../platform/database/generated/prisma/client.ts'
import { recordId, text } from '../../platform/values.ts'
import { restOnly } from '../builder.ts'
import type { Context } from '../context.ts'
import { type FieldDescription, mutation } from '../mutation.ts'
import { toReviewSafety } from '../permissions.ts'
import { decidingFields, decisionOn } from '../work/input.ts'
import { SafetyReconciliation, SafetyReport, TriageElement } from './report.ts'

// What staff do with safety reports. All but the reconciliation take `expectedVersion` and `note`.

type Decision<Rules extends z.ZodType> = {
  takes: string
  description: string
  rules: Rules
  fields: Record<string, FieldDescription>
  decide: (work: Context['work'], input: { id: number } & z.output<Rules> & Record<string, unknown>) => Promise<Row>
}

/** Declares a mutation that decides on one safety report and gives it back. */
const decision = <Rules extends z.ZodType>(name: string, { rules, fields, decide, ...told }: Decision<Rules>) =>
  mutation(name, {
    ...told,
    authScopes: toReviewSafety,
    input: decisionOn(rules),
    fields: { id: 'Our number of the report', ...fields, ...decidingFields } as never,
    result: 'The report after that',
    gives: { safetyReport: [SafetyReport, 'The report'] },
    run: async (input, { work }) => ({ safetyReport: await decide(work, input as never) }),
  })

decision('triageSafetyReport', {
  takes: 'What a report has',
  description: 'Notes which of the four elements of a valid report are there. With all four, or with `send`, it goes out.',
  fields: {
    elements: [[TriageElement], 'Those that are there'],
    send: 'Send it although one is not there: it is marked incomplete',
  },
  rules: z.object({ elements: z.array(z.enum(triageElements)).max(4), send: z.boolean().nullish() }),
  decide: (work, { send, ...input }) => triageReport(work, { ...input, send: send === true }),
})

decision('assignSafetyReport', {
  takes: 'Which program a report is for',
  description: 'Gives a report that matched no program, or several, the one that it is for',
  fields: { programId: 'Our number of the program' },
  rules: z.object({ programId: recordId }),
  decide: assignProgram,
})

decision('withdrawSafetyReport', {
  takes: 'Which report is not to go out',
  description: 'Keeps a report from going out',
  fields: {},
  rules: z.object({}),
  decide: withdrawReport,
})

decision('recordSafetyReportSent', {
  takes: 'What staff sent themselves',
  description: 'Records that a report went out by hand, and what it said',
  fields: { sentAt: 'When; now where left out' },
  rules: z.object({ sentAt: z.date().nullish() }),
  decide: (work, { sentAt, ...input }) => recordSent(work, { ...input, sentAt: sentAt ?? undefined }),
})

decision('resendSafetyReport', {
  takes: 'Which report goes again',
  description: 'Sends a report again, as it was',
  fields: {},
  rules: z.object({}),
  decide: (work, input) => resendReport(work, input, deliverAgain),
})

decision('acknowledgeSafetyReport', {
  takes: 'What the manufacturer said',
  description: 'Records that the manufacturer has a report',
  fields: { receiverNumber: 'Its number of the report' },
  rules: z.object({ receiverNumber: text(100).nullish() }),
  decide: acknowledgeReport,
})

mutation('fileSafetyReport', {
  authScopes: toReviewSafety,
  description: 'Has a case reported to a program that its medicine does not name, or that came after the case',
  takes: 'Which case goes where',
  input: z.object({ adverseEventId: recordId, programId: recordId }),
  fields: { adverseEventId: 'Our number of the case', programId: 'Our number of the program' },
  result: 'The new report',
  gives: { safetyReport: [SafetyReport, 'The report'] },
  run: async ({ adverseEventId, programId }, { work }) => ({ safetyReport: await reportCase(work, adverseEventId, programId) }),
})

/** Whoever has the secret of a report's message: a face runs the one mutation below in this name, and nothing else. */
export const reportReceiver: Caller = {
  id: 'report-receiver',
  owner: 'report-receiver',
  scopes: new Set(['safety:review']),
  widgetClientId: null,
  staffMemberId: null,
}

mutation('confirmSafetyReport', {
  ...restOnly,
  authScopes: toReviewSafety,
  description: 'Acknowledges a report by the secret of its message, as `/safety-reports/acknowledge` does',
  takes: 'What the receiver of a report has',
  input: z.object({ token: text(100), receiverNumber: text(100).nullish() }),
  fields: { token: 'The secret of its message', receiverNumber: 'Its own number of the report' },
  result: 'The report after that',
  gives: { safetyReport: [SafetyReport, 'The report'] },
  run: async ({ token, receiverNumber }, { work }) => ({ safetyReport: await acknowledgeByToken(work, token, receiverNumber ?? null) }),
})

mutation('reconcileSafetyReports', {
  authScopes: toReviewSafety,
  description:
    'Compares what we sent with what the manufacturer received. What it has is acknowledged, what it lacks comes back as work, what it has beyond that becomes a follow-up action.',
  takes: 'What the manufacturer lists of a time',
  input: z
    .object({ programId: recordId, from: z.date(), until: z.date(), csv: text(1_000_000) })
    .refine(({ from, until }) => from < until, { path: ['until'], message: 'must be after from' }),
  fields: {
    programId: 'Our number of the program',
    from: 'Reports that we sent from then on',
    until: 'Reports that we sent before then',
    csv: 'Its list with the columns `case_number`, `version` and, if it has any, `receiver_number`',
  },
  result: 'What came of it',
  gives: { safetyReconciliation: [SafetyReconciliation, 'The counts and the differences'] },
  run: async ({ csv, ...range }, { work }) => ({
    safetyReconciliation: await reconcile(work, { ...range, received: receivedOf(csv) }),
  }),
})
