import { safetyReportFigures } from '../../domain/safety/reporting/report-figures.ts'
import { readCounted } from '../../platform/figures/read-counted.ts'
import { builder } from '../builder.ts'
import { toReadCases } from '../permissions.ts'
import { answerStats, count, type MeasuredFigures, statsTypes } from './stats.ts'

const SafetyReportFigures = builder.interfaceRef<MeasuredFigures<keyof typeof safetyReportFigures.measures>>('SafetyReportFigures')
SafetyReportFigures.implement({
  description: 'What is counted of safety reports',
  fields: (t) => ({
    safetyReports: t.int({ description: 'Those that are due or went out', resolve: ({ measures }) => count(measures.reports) }),
    sent: t.int({ description: 'Those that went out', resolve: ({ measures }) => count(measures.sent) }),
    late: t.int({ description: 'Those that went out after they were due', resolve: ({ measures }) => count(measures.late) }),
    overdue: t.int({ description: 'Those that are due and have not gone out', resolve: ({ measures }) => count(measures.overdue) }),
    unacknowledged: t.int({
      description: 'Those that nobody acknowledged within a day',
      resolve: ({ measures }) => count(measures.unacknowledged),
    }),
    averageSecondsToSent: t.float({
      nullable: true,
      description: 'From awareness until it went out',
      resolve: ({ measures }) => measures.secondsToSent,
    }),
  }),
})

const { input, stats } = statsTypes({
  name: 'SafetyReport',
  noun: 'safety reports',
  figures: SafetyReportFigures,
  groupings: {
    manufacturer: { description: 'Whose program; no value where none was found' },
    kind: { description: 'Initial, follow-up or nullification' },
    state: { description: 'How far it has come' },
  },
})

builder.queryField('safetyReportStats', (t) =>
  t.field({
    type: stats,
    authScopes: toReadCases,
    description: 'Figures of safety reports, by the time from which their clock runs',
    args: { input: t.arg({ type: input, required: true, description: 'Range, interval, time zone and grouping' }) },
    resolve: (_root, args, { work }) => answerStats(args.input, (question) => readCounted(work.session, safetyReportFigures, question)),
  }),
)
