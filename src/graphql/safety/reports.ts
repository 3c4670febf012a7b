import { countReports } from '../../domain/safety/reporting/keep-clock.ts'
import { reportFile } from '../../domain/safety/reporting/report-file.ts'
import { given, inTimeRange } from '../../platform/database/conditions.ts'
import { builder } from '../builder.ts'
import { DateTimeRange } from '../connections.ts'
import { list, pagesOf } from '../lists.ts'
import { toReadCases } from '../permissions.ts'
import { SafetyProgram, SafetyReconciliation, SafetyReport, SafetyReportState } from './report.ts'

const ReportFilter = builder.inputType('SafetyReportFilter', {
  description: 'Which safety reports; absent members keep all',
  fields: (t) => ({
    programId: t.int({ description: 'To this program' }),
    adverseEventId: t.int({ description: 'Of this case' }),
    states: t.field({ type: [SafetyReportState], description: 'In one of these states' }),
    overdue: t.boolean({ description: 'Whether it is overdue' }),
    sent: t.field({ type: DateTimeRange, description: 'When it went out' }),
  }),
})

const open = ['unmatched', 'waiting', 'sending', 'failed'] as const

const late = () => ({ state: { in: [...open] }, dueAt: { lt: new Date() } })

const ReconciliationPage = pagesOf(
  SafetyReconciliation,
  'A page of reconciliations',
  'A reconciliation of a page, with its place in the list',
)

const ReportCounts = builder.objectRef<Awaited<ReturnType<typeof countReports>>>('SafetyReportCounts').implement({
  description: 'How many safety reports wait for what',
  fields: (t) => ({
    half: t.exposeInt('half', { description: 'Less than half of their time is left' }),
    quarter: t.exposeInt('quarter', { description: 'Less than a quarter' }),
    overdue: t.exposeInt('overdue', { description: 'None' }),
    failed: t.exposeInt('failed', { description: 'They could not be sent' }),
    unacknowledged: t.exposeInt('unacknowledged', { description: 'Nobody acknowledged them within a day' }),
  }),
})

list('safetyReports', SafetyReport, {
  authScopes: toReadCases,
  description: 'Safety reports, newest first',
  pages: pagesOf(SafetyReport, 'A page of safety reports', 'A report of a page, with its place in the list'),
  filter: ReportFilter,
  where: ({ states, overdue, sent, ...exact }) => ({
    ...given(exact),
    ...(states != null && { state: { in: states } }),
    ...(overdue != null && (overdue ? late() : { NOT: late() })),
    ...(sent != null && { sentAt: inTimeRange(sent) }),
  }),
  orderBy: { id: 'desc' },
  one: { field: 'safetyReport', description: 'A safety report by our number of it; null where there is none' },
})

list('safetyPrograms', SafetyProgram, {
  authScopes: toReadCases,
  description: 'What contracts with manufacturers say of safety reports',
  pages: pagesOf(SafetyProgram, 'A page of safety programs', 'A program of a page, with its place in the list'),
  orderBy: { id: 'asc' },
})

builder.queryFields((t) => ({
  safetyReportPdf: t.string({
    nullable: true,
    authScopes: toReadCases,
    description:
      'A safety report as PDF in base64, in the order of form FDA 3500A: as it was sent, or as it would be now. Null where there is none or no program is chosen.',
    args: { id: t.arg.int({ required: true, description: 'Our number of it' }) },
    resolve: async (_root, { id }, { work, recordRead }) => {
      const file = await reportFile(work.session, id)
      if (!file) return null
      recordRead({ action: 'safety_report.read', patientIds: file.patientId === null ? [] : [file.patientId], recordIds: [id] })
      return file.pdf.toString('base64')
    },
  }),
  safetyReportCounts: t.field({
    type: ReportCounts,
    authScopes: toReadCases,
    description: 'How many safety reports wait for what',
    resolve: (_root, _args, { work }) => countReports(work.session),
  }),
  safetyReconciliations: t.prismaConnection(
    {
      type: SafetyReconciliation,
      cursor: 'id',
      authScopes: toReadCases,
      description: 'What was counted each day and compared, newest first',
      args: { programId: t.arg.int({ description: 'Of this program' }) },
      totalCount: (_parent, args, { work }) => work.session.prisma.safetyReconciliation.count({ where: given(args) }),
      resolve: (query, _root, { programId }, { work }) =>
        work.session.prisma.safetyReconciliation.findMany({ ...query, where: given({ programId }), orderBy: { id: 'desc' } }),
    },
    ReconciliationPage,
  ),
}))
