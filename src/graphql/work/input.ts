import { z } from 'zod'
import { severities } from '../../domain/safety/cases/severity.ts'
import { reportKinds } from '../../domain/safety/signs/report-kinds.ts'
import { seriousnessCriteria } from '../../domain/safety/signs/seriousness.ts'
import { workKinds } from '../../domain/work/work-queue.ts'
import { calendarDate, recordId, text } from '../../platform/values.ts'

// The rules of the inputs about work: what every decision may carry, and what each kind of decision says.

const deciding = {
  expectedVersion: recordId.nullish(),
  note: text(10_000, 0).nullish(),
}

export const reviewRules = z.object({
  state: z.enum(['open', 'in_review', 'confirmed', 'dismissed']),
  severity: z.enum(severities, `must be one of ${severities.join(', ')}`).nullish(),
  kinds: z.array(z.enum(reportKinds)).min(1).max(reportKinds.length).nullish(),
  seriousness: z.array(z.enum(seriousnessCriteria)).max(seriousnessCriteria.length).nullish(),
  medicationName: text(500).nullish(),
})
export const followUpRules = z.object({
  status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']).nullish(),
  assignedTo: text(100).nullish(),
})
export const callbackRules = z.object({ completed: z.boolean() })
/** ICD-10-CM: a letter, a digit, a digit or letter, and up to four more after a point, which may be left out. */
const diagnosisCode = text(20)
  .regex(/^[A-Za-z]\d[\dA-Za-z](?:\.?[\dA-Za-z]{1,4})?$/, 'must be an ICD-10-CM code')
  .transform((code) => code.toUpperCase().replace(/^(.{3})\.?(?=.)/, '$1.'))
const date = calendarDate('1990-01-01', () => '9999-12-31').nullish()
export const moveRules = z.object({
  to: z.enum(['open', 'not_required', 'pending', 'approved', 'denied']),
  referenceNumber: text(100).nullish(),
  happenedAt: z.date().nullish(),
  urgent: z.boolean().nullish(),
  channel: z.enum(['portal', 'electronic', 'fax', 'telephone', 'mail']).nullish(),
  diagnosisCodes: z.array(diagnosisCode).max(20).nullish(),
  quantity: text(200).nullish(),
  denialReason: text(5000).nullish(),
  appealDueOn: date,
  approvedFrom: date,
  approvedTo: date,
  settled: z.boolean().nullish(),
})
export const discrepancyRules = z.object({ keep: z.enum(['api', 'voice', 'model']) })
export const invocationRules = z.literal(true, 'must be true')
export const assignmentRules = z
  .object({ assigneeId: recordId.nullish(), dueAt: z.date().nullish() })
  .refine(({ assigneeId, dueAt }) => assigneeId !== undefined || dueAt !== undefined, 'must name an assignee or a due date')

export const policyReadingsInput = z.object({
  documentId: recordId,
  readingIds: z.array(recordId).min(1).max(1000),
  keep: z.enum(['local', 'model']),
  ...deciding,
})

/** The input of a single decision: the record, the decision, and what every decision may carry. */
export const decisionOn = <Rules extends z.ZodType>(rules: Rules) => z.object({ id: recordId, ...deciding }).and(rules)

export const assignWorkInput = z.object({ workItemId: recordId, ...deciding }).and(assignmentRules)

export const noteWorkItemInput = z.object({ workItemId: recordId, expectedVersion: deciding.expectedVersion, note: text(10_000) })

/** Exactly one of these, which GraphQL sees to. */
export const decisionRules = z
  .object({
    assign: assignmentRules,
    reviewAdverseEvent: reviewRules,
    updateFollowUpAction: followUpRules,
    closeCallback: callbackRules,
    movePaCase: moveRules,
    resolveDiscrepancy: discrepancyRules,
    reviewFunctionInvocation: invocationRules,
  })
  .partial()

export const decideWorkItem = z.object({ workItemId: recordId, expectedVersion: deciding.expectedVersion })

/** Items of one bulk decision. */
const mostItems = 200
export const decideWorkInput = z.object({
  items: z
    .array(decideWorkItem)
    .min(1)
    .max(mostItems)
    .refine((items) => new Set(items.map(({ workItemId }) => workItemId)).size === items.length, 'must name each work item once'),
  decision: decisionRules,
  note: deciding.note,
})

const page = z.int().min(1).max(1000).nullish()
export const workQueueInput = z.object({ first: page, last: page, after: z.string().nullish(), before: z.string().nullish() })
export const workFilterInput = z.object({
  kinds: z.array(z.enum(workKinds)).nullish(),
  assigneeId: recordId.nullish(),
  patientId: recordId.nullish(),
})

/** The fields that the input of every decision has. */
export const decidingFields = {
  expectedVersion:
    'The `version` that you read. If it has changed since, nothing is decided and the answer is CONFLICT with the current state.',
  note: 'Why, for the history; at most 10,000 characters',
}
