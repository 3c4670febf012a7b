import { z } from 'zod'
import type { Turn } from '../../../language/dialogue.ts'
import { severities } from '../../safety/cases/severity.ts'
import { topics } from '../topics.ts'

/**
 * How a call ended, in one word for lists and filters (docs/contract.md, Analysis). Of several that are true, what came of the
 * matter the caller called about counts: an adverse event that was that matter, or was dealt with as one; then coverage
 * (`pa_required` before `not_covered` and `coverage_confirmed`), then the others. What was said beside the matter is in the
 * summary and the actions, and an adverse event told in passing gets its case all the same.
 *
 * - `coverage_confirmed`, `not_covered`, `pa_required`: what was said of the coverage (`pa_required`: and is still to be had)
 * - `adverse_event_reported`: the caller called about one, or our side took it down, flagged during the call or not
 * - `identity_not_verified`: a function refused because the caller was not verified, and nothing else came of the call
 * - `transferred`, `callback_requested`, `information_provided`: what the caller got in the end
 * - `declined`, `wrong_number`: the person did not want the call, or was another one
 * - `unresolved`: a request without an answer · `no_conversation`: voicemail, silence, nothing but a greeting
 */
const callOutcomes = [
  'adverse_event_reported',
  'pa_required',
  'coverage_confirmed',
  'not_covered',
  'transferred',
  'callback_requested',
  'information_provided',
  'identity_not_verified',
  'declined',
  'wrong_number',
  'unresolved',
  'no_conversation',
] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** Whom follow-up actions are assigned to; the first where nothing tells. */
const staffRoles = ['care_coordinator', 'pharmacist', 'nurse', 'benefits_team', 'safety_team'] as const
export const [defaultRole] = staffRoles

const priorities = ['low', 'medium', 'high', 'urgent'] as const

/** The most items and characters of each: staff read these at a glance. */
export const bounds = { sentence: 600, findings: 8, actions: 8, adverseEvents: 100, medications: 50, symptoms: 10, name: 200 } as const

/**
 * What a finished call was about. The same shape is asked of a language model, so it has no bounds on lengths (strict
 * JSON schemas know none) and no optional fields; `bounded` puts an analysis within `bounds`.
 */
export const callAnalysis = z.object({
  summary: z.object({
    overview: z.string().describe('One to three sentences: who called about what, what was answered, what is open.'),
    patientConcern: z.string().describe("The caller's reason for the call, in one or two sentences."),
    resolution: z.string().describe('What was answered or agreed, or that nothing was.'),
  }),
  keyFindings: z.array(z.string()).describe('Up to 8 facts of the call that staff should know.'),
  topics: z.array(z.enum(topics)),
  medications: z.array(z.string()).describe('Names of medications that were mentioned, as they were said.'),
  callOutcome: z.enum(callOutcomes),
  satisfaction: z
    .int()
    .min(1)
    .max(5)
    .nullable()
    .describe("The caller's contentment with the call, 1 to 5; null where nothing the caller said tells."),
  callbackRequested: z.boolean(),
  followUpActions: z.array(
    z.object({
      action: z.string(),
      priority: z.enum(priorities),
      assignedTo: z.string().describe(`Who does it, a role: ${staffRoles.join(', ')}.`),
    }),
  ),
  adverseEvents: z.array(
    z.object({
      description: z.string().describe("The caller's own words."),
      severity: z.enum(severities).nullable(),
      medicationName: z.string().nullable(),
      symptoms: z.array(z.string()),
    }),
  ),
})
export type CallAnalysis = z.infer<typeof callAnalysis>
export type AdverseEvent = CallAnalysis['adverseEvents'][number]

/** An adverse event as the caller told it. `emergency`: it may need help at once, whatever severity was named. */
export type ReportedEvent = AdverseEvent & { emergency: boolean }
export type FollowUpAction = CallAnalysis['followUpActions'][number]

/** What an analysis may draw on. */
export interface CallToAnalyse {
  turns: Turn[]
  /** What was streamed during the call, where `turns` are a transcript: looked through for adverse events. */
  streamed?: Turn[]
  callType: string
  agentType: string
  /** Whether `patient_lookup` has verified the caller. Nothing that is said changes it. */
  verified: boolean
  /** What the agent invoked during the call, and the message it got. */
  functions: {
    name: string
    succeeded: boolean
    /** Nothing was done, for the caller had not been verified as whom it was about. */
    refused?: boolean
    message: string | null
  }[]
  /** How many adverse events have a case already. */
  flaggedAdverseEvents: number
}
