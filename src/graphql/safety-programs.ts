import { z } from 'zod'
import { emailAddress, timeZone } from '../domain/patients/fields.ts'
import { createProgram, updateProgram } from '../domain/safety/reporting/programs.ts'
import { validate } from '../platform/validate.ts'
import { calendarDate, maxInt32, text } from '../platform/values.ts'
import { builder, type InputFields } from './builder.ts'
import { toManageAccess } from './permissions.ts'
import { ReportChannel, ReportReview, SafetyProgram } from './safety-report.ts'

const id = z.int().min(1).max(maxInt32)
const terms = {
  manufacturer: text(200),
  medicines: z.array(text(200)).min(1).max(200),
  channel: z.enum(['event', 'email', 'manual']),
  email: emailAddress.nullable(),
  subscriptionId: id.nullable(),
  dueHours: z.int().min(1).max(2160),
  timeZone,
  workingDays: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .transform((days) => [...new Set(days)].sort()),
  holidays: z.array(calendarDate('2000-01-01', () => '9999-12-31')).max(500),
  review: z.enum(['by_source', 'always', 'never']),
}
const newProgram = z.object({
  ...terms,
  email: terms.email.default(null),
  subscriptionId: terms.subscriptionId.default(null),
  workingDays: terms.workingDays.default([1, 2, 3, 4, 5, 6, 7]),
  holidays: terms.holidays.default([]),
  review: terms.review.default('by_source'),
})
const changedProgram = z
  .object({ ...terms, id, ended: z.boolean() })
  .partial()
  .required({ id: true })

/** Absent and null are the same. */
const present = (input: object) => Object.fromEntries(Object.entries(input).filter(([, value]) => value != null))

const optional = (t: InputFields) => ({
  email: t.string({ description: 'For the channel `email`' }),
  subscriptionId: t.int({ description: 'For the channel `event`: our number of the event subscription' }),
  workingDays: t.intList({ description: 'Days whose hours count, 1 is Monday. Default all.' }),
  holidays: t.field({ type: ['Date'], description: 'Days that do not count' }),
  review: t.field({ type: ReportReview, description: 'Whether a reviewer has to have seen what goes out. Default `by_source`.' }),
})

builder.relayMutationField(
  'createSafetyProgram',
  {
    description: 'What the contract says',
    inputFields: (t) => ({
      manufacturer: t.string({ required: true, description: 'Whose medicines' }),
      medicines: t.stringList({ required: true, description: 'Brand or generic names' }),
      channel: t.field({ type: ReportChannel, required: true, description: 'How reports go out' }),
      dueHours: t.int({ required: true, description: 'Hours from awareness to the report, 1 to 2160' }),
      timeZone: t.string({ required: true, description: 'Whose days they are: an IANA name' }),
      ...optional(t),
    }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Has cases with these medicines reported to their manufacturer from now on (docs/safety-reporting.md)',
    resolve: async (_root, { input }, { work }) => ({ safetyProgram: await createProgram(work, validate(newProgram, present(input))) }),
  },
  {
    description: 'The new program',
    outputFields: (t) => ({
      safetyProgram: t.field({ type: SafetyProgram, description: 'As it stands', resolve: ({ safetyProgram }) => safetyProgram }),
    }),
  },
)

builder.relayMutationField(
  'updateSafetyProgram',
  {
    description: 'What is to change; absent members stay',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Our number of it' }),
      manufacturer: t.string({ description: 'Whose medicines' }),
      medicines: t.stringList({ description: 'Brand or generic names' }),
      channel: t.field({ type: ReportChannel, description: 'How reports go out' }),
      dueHours: t.int({ description: 'Hours from awareness to the report' }),
      timeZone: t.string({ description: 'Whose days they are' }),
      ended: t.boolean({ description: 'True: nothing more is sent; what is due stays work. False: it goes on.' }),
      ...optional(t),
    }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Changes or ends a program. Deadlines of reports that wait are reckoned anew.',
    resolve: async (_root, { input }, { work }) => ({ safetyProgram: await updateProgram(work, validate(changedProgram, present(input))) }),
  },
  {
    description: 'The program after the change',
    outputFields: (t) => ({
      safetyProgram: t.field({ type: SafetyProgram, description: 'As it stands', resolve: ({ safetyProgram }) => safetyProgram }),
    }),
  },
)
