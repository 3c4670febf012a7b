import { z } from 'zod'
import { emailAddress, timeZone } from '../../domain/patients/fields.ts'
import { createProgram, updateProgram } from '../../domain/safety/reporting/programs.ts'
import { calendarDate, recordId, text } from '../../platform/values.ts'
import { type FieldDescription, mutation, present } from '../mutation.ts'
import { toManageAccess } from '../permissions.ts'
import { ReportChannel, ReportReview, SafetyProgram } from './report.ts'

const terms = {
  manufacturer: text(200),
  medicines: z.array(text(200)).min(1).max(200),
  channel: z.enum(['event', 'email', 'manual']),
  email: emailAddress.nullable(),
  subscriptionId: recordId.nullable(),
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
  email: terms.email.prefault(null),
  subscriptionId: terms.subscriptionId.prefault(null),
  workingDays: terms.workingDays.prefault([1, 2, 3, 4, 5, 6, 7]),
  holidays: terms.holidays.prefault([]),
  review: terms.review.prefault('by_source'),
})
const changedProgram = z
  .object({ ...terms, ended: z.boolean() })
  .partial()
  .extend({ id: recordId })

const optional = {
  email: 'For the channel `email`',
  subscriptionId: 'For the channel `event`: our number of the event subscription',
  workingDays: 'Days whose hours count, 1 is Monday. Default all.',
  holidays: [['Date'], 'Days that do not count'],
  review: [ReportReview, 'Whether a reviewer has to have seen what goes out. Default `by_source`.'],
} as const satisfies Record<string, FieldDescription>
const gives = { safetyProgram: [SafetyProgram, 'As it stands'] } as const

mutation('createSafetyProgram', {
  authScopes: toManageAccess,
  description: 'Has cases with these medicines reported to their manufacturer from now on (docs/safety-reporting.md)',
  takes: 'What the contract says',
  input: present(newProgram),
  fields: {
    manufacturer: 'Whose medicines',
    medicines: 'Brand or generic names',
    channel: [ReportChannel, 'How reports go out'],
    dueHours: 'Hours from awareness to the report, 1 to 2160',
    timeZone: 'Whose days they are: an IANA name',
    ...optional,
  },
  result: 'The new program',
  gives,
  run: async (input, { work }) => ({ safetyProgram: await createProgram(work, input) }),
})

mutation('updateSafetyProgram', {
  authScopes: toManageAccess,
  description: 'Changes or ends a program. Deadlines of reports that wait are reckoned anew.',
  takes: 'What is to change; absent members stay',
  input: present(changedProgram),
  fields: {
    id: 'Our number of it',
    manufacturer: 'Whose medicines',
    medicines: 'Brand or generic names',
    channel: [ReportChannel, 'How reports go out'],
    dueHours: 'Hours from awareness to the report',
    timeZone: 'Whose days they are',
    ended: 'True: nothing more is sent; what is due stays work. False: it goes on.',
    ...optional,
  },
  result: 'The program after the change',
  gives,
  run: async (input, { work }) => ({ safetyProgram: await updateProgram(work, input) }),
})
