import { PaCaseStatus, PaChannel } from '../benefits/pa-cases.ts'

/** The fields of a step of prior authorization, for one case or for many. */
export const moveFields = {
  to: [PaCaseStatus, 'The status after it; the one before it, to correct what was recorded of that'],
  referenceNumber: "The payer's number of the request or the decision",
  happenedAt: 'When it was submitted or decided, if that was before now',
  urgent: 'Whether the payer shall decide in its shorter time',
  channel: [PaChannel, 'How the request is sent'],
  diagnosisCodes: 'ICD-10-CM codes that it is asked for; at most 20',
  quantity: "How much is asked for or approved, in the payer's words",
  denialReason: 'Why it is denied, as the payer puts it',
  appealDueOn: ['Date', "The last day of an appeal. Left out, it follows from the payer's times, where staff filled them in."],
  approvedFrom: ['Date', 'The first day of the approval'],
  approvedTo: ['Date', 'Its last day, before which a renewal falls due'],
  settled: 'True: neither an appeal nor a renewal will be made, and the case leaves the queue',
} as const
