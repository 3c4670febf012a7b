import { z } from 'zod'
import type { Caller } from '../domain/access/caller.ts'
import { deliverAgain } from '../domain/integrations/submit-report.ts'
import { acknowledgeByToken, acknowledgeReport } from '../domain/safety/reporting/acknowledge.ts'
import {
  assignProgram,
  recordSent,
  reportCase,
  resendReport,
  triageElements,
  triageReport,
  withdrawReport,
} from '../domain/safety/reporting/decide-report.ts'
import { receivedOf } from '../domain/safety/reporting/received-list.ts'
import { reconcile } from '../domain/safety/reporting/reconcile.ts'
import type { SafetyReport as Row } from '../platform/database/generated/prisma/client.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32, text } from '../platform/values.ts'
import { builder, type InputFields, restOnly } from './builder.ts'
import type { Context } from './context.ts'
import { toReviewSafety } from './permissions.ts'
import { SafetyReconciliation, SafetyReport, TriageElement } from './safety-report.ts'
import { decidingFields, decisionOn } from './work-input.ts'

// What staff do with safety reports. All but the reconciliation take `expectedVersion` and `note`.

const id = z.int().min(1).max(maxInt32)

interface Decision<Rules extends z.ZodType> {
  what: string
  does: string
  fields: (t: InputFields) => object
  rules: Rules
  decide: (work: Context['work'], input: { id: number } & z.infer<Rules> & Record<string, unknown>) => Promise<Row>
}

/** Declares a mutation that decides on one safety report and gives it back. */
function decision<Rules extends z.ZodType>(name: string, { what, does, fields, rules, decide }: Decision<Rules>): void {
  builder.relayMutationField(
    name,
    {
      description: what,
      inputFields: (t) => ({
        id: t.int({ required: true, description: 'Our number of the report' }),
        ...(fields(t) as Record<string, never>),
        ...decidingFields(t),
      }),
    },
    {
      authScopes: toReviewSafety,
      nullable: true,
      description: does,
      resolve: async (_root, { input }, { work }) => ({ safetyReport: await decide(work, validate(decisionOn(rules), input) as never) }),
    },
    {
      description: 'The report after that',
      outputFields: (t) => ({
        safetyReport: t.field({ type: SafetyReport, description: 'The report', resolve: ({ safetyReport }) => safetyReport as never }),
      }),
    },
  )
}

decision('triageSafetyReport', {
  what: 'What a report has',
  does: 'Notes which of the four elements of a valid report are there. With all four, or with `send`, it goes out.',
  fields: (t) => ({
    elements: t.field({ type: [TriageElement], required: true, description: 'Those that are there' }),
    send: t.boolean({ description: 'Send it although one is not there: it is marked incomplete' }),
  }),
  rules: z.object({ elements: z.array(z.enum(triageElements)).max(4), send: z.boolean().nullish() }),
  decide: (work, { send, ...input }) => triageReport(work, { ...input, send: send === true }),
})

decision('assignSafetyReport', {
  what: 'Which program a report is for',
  does: 'Gives a report that matched no program, or several, the one that it is for',
  fields: (t) => ({ programId: t.int({ required: true, description: 'Our number of the program' }) }),
  rules: z.object({ programId: id }),
  decide: assignProgram,
})

decision('withdrawSafetyReport', {
  what: 'Which report is not to go out',
  does: 'Keeps a report from going out',
  fields: () => ({}),
  rules: z.object({}),
  decide: withdrawReport,
})

decision('recordSafetyReportSent', {
  what: 'What staff sent themselves',
  does: 'Records that a report went out by hand, and what it said',
  fields: (t) => ({ sentAt: t.field({ type: 'DateTime', description: 'When; now where left out' }) }),
  rules: z.object({ sentAt: z.date().nullish() }),
  decide: (work, { sentAt, ...input }) => recordSent(work, { ...input, sentAt: sentAt ?? undefined }),
})

decision('resendSafetyReport', {
  what: 'Which report goes again',
  does: 'Sends a report again, as it was',
  fields: () => ({}),
  rules: z.object({}),
  decide: (work, input) => resendReport(work, input, deliverAgain),
})

decision('acknowledgeSafetyReport', {
  what: 'What the manufacturer said',
  does: 'Records that the manufacturer has a report',
  fields: (t) => ({ receiverNumber: t.string({ description: 'Its number of the report' }) }),
  rules: z.object({ receiverNumber: text(100).nullish() }),
  decide: acknowledgeReport,
})

builder.relayMutationField(
  'fileSafetyReport',
  {
    description: 'Which case goes where',
    inputFields: (t) => ({
      adverseEventId: t.int({ required: true, description: 'Our number of the case' }),
      programId: t.int({ required: true, description: 'Our number of the program' }),
    }),
  },
  {
    authScopes: toReviewSafety,
    nullable: true,
    description: 'Has a case reported to a program that its medicine does not name, or that came after the case',
    resolve: async (_root, { input }, { work }) => {
      const { adverseEventId, programId } = validate(z.object({ adverseEventId: id, programId: id }), input)
      return { safetyReport: await reportCase(work, adverseEventId, programId) }
    },
  },
  {
    description: 'The new report',
    outputFields: (t) => ({
      safetyReport: t.field({ type: SafetyReport, description: 'The report', resolve: ({ safetyReport }) => safetyReport as never }),
    }),
  },
)

/** Whoever has the secret of a report's message: a face runs the one mutation below in this name, and nothing else. */
export const reportReceiver: Caller = {
  id: 'report-receiver',
  owner: 'report-receiver',
  scopes: new Set(['safety:review']),
  widgetClientId: null,
  staffMemberId: null,
}

builder.relayMutationField(
  'confirmSafetyReport',
  {
    description: 'What the receiver of a report has',
    inputFields: (t) => ({
      token: t.string({ required: true, description: 'The secret of its message' }),
      receiverNumber: t.string({ description: 'Its own number of the report' }),
    }),
  },
  {
    ...restOnly,
    authScopes: toReviewSafety,
    nullable: true,
    description: 'Acknowledges a report by the secret of its message, as `/safety-reports/acknowledge` does',
    resolve: async (_root, { input }, { work }) => {
      const { token, receiverNumber } = validate(z.object({ token: text(100), receiverNumber: text(100).nullish() }), input)
      return { safetyReport: await acknowledgeByToken(work, token, receiverNumber ?? null) }
    },
  },
  {
    description: 'The report after that',
    outputFields: (t) => ({
      safetyReport: t.field({ type: SafetyReport, description: 'The report', resolve: ({ safetyReport }) => safetyReport as never }),
    }),
  },
)

const reconcileInput = z
  .object({ programId: id, from: z.date(), until: z.date(), csv: text(1_000_000) })
  .refine(({ from, until }) => from < until, { path: ['until'], message: 'must be after from' })

builder.relayMutationField(
  'reconcileSafetyReports',
  {
    description: 'What the manufacturer lists of a time',
    inputFields: (t) => ({
      programId: t.int({ required: true, description: 'Our number of the program' }),
      from: t.field({ type: 'DateTime', required: true, description: 'Reports that we sent from then on' }),
      until: t.field({ type: 'DateTime', required: true, description: 'Reports that we sent before then' }),
      csv: t.string({
        required: true,
        description: 'Its list with the columns `case_number`, `version` and, if it has any, `receiver_number`',
      }),
    }),
  },
  {
    authScopes: toReviewSafety,
    nullable: true,
    description:
      'Compares what we sent with what the manufacturer received. What it has is acknowledged, what it lacks comes back as work, what it has beyond that becomes a follow-up action.',
    resolve: async (_root, { input }, { work }) => {
      const { csv, ...range } = validate(reconcileInput, input)
      return { safetyReconciliation: await reconcile(work, { ...range, received: receivedOf(csv) }) }
    },
  },
  {
    description: 'What came of it',
    outputFields: (t) => ({
      safetyReconciliation: t.field({
        type: SafetyReconciliation,
        description: 'The counts and the differences',
        resolve: ({ safetyReconciliation }) => safetyReconciliation,
      }),
    }),
  },
)
