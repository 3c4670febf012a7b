import { adverseEventFigures } from '../../domain/safety/cases/case-figures.ts'
import { readCounted } from '../../platform/figures/read-counted.ts'
import { builder } from '../builder.ts'
import { toReadCases } from '../permissions.ts'
import { answerStats, count, type MeasuredFigures, statsTypes } from './stats.ts'

const AdverseEventFigures = builder.interfaceRef<MeasuredFigures<keyof typeof adverseEventFigures.measures>>('AdverseEventFigures')
AdverseEventFigures.implement({
  description: 'What is counted of adverse events',
  fields: (t) => ({
    adverseEvents: t.int({ description: 'Cases that were opened', resolve: ({ measures }) => count(measures.cases) }),
    open: t.int({ description: 'Those that nobody has looked at', resolve: ({ measures }) => count(measures.open) }),
    inReview: t.int({ description: 'Those under review', resolve: ({ measures }) => count(measures.inReview) }),
    confirmed: t.int({ description: 'Those that a reviewer confirmed', resolve: ({ measures }) => count(measures.confirmed) }),
    dismissed: t.int({ description: 'Those that a reviewer dismissed', resolve: ({ measures }) => count(measures.dismissed) }),
    serious: t.int({ description: 'Those that meet a criterion of seriousness', resolve: ({ measures }) => count(measures.serious) }),
    averageSecondsToDecision: t.float({
      nullable: true,
      description: 'From the report to the decision, over confirmed and dismissed cases',
      resolve: ({ measures }) => measures.secondsToDecision,
    }),
  }),
})

const { input, stats } = statsTypes({
  name: 'AdverseEvent',
  noun: 'adverse events',
  figures: AdverseEventFigures,
  groupings: {
    severity: { description: 'The severity; no value where it is unknown' },
    source: { description: 'Who or what noticed it' },
    review_state: { description: 'How far the review has come' },
    medication: { description: 'The suspected medicine, as it was reported' },
  },
})

builder.queryField('adverseEventStats', (t) =>
  t.field({
    type: stats,
    authScopes: toReadCases,
    description: 'Figures of adverse events, by the time their case was opened',
    args: { input: t.arg({ type: input, required: true, description: 'Range, interval, time zone and grouping' }) },
    resolve: (_root, args, { work }) => answerStats(args.input, (question) => readCounted(work.session, adverseEventFigures, question)),
  }),
)
