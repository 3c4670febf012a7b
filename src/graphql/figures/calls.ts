import { callFigures } from '../../domain/voice/call-figures.ts'
import { readSummed } from '../../platform/figures/read-summed.ts'
import { builder } from '../builder.ts'
import { toReadPatients } from '../permissions.ts'
import { answerStats, average, count, type MeasuredFigures, share, statsTypes } from './stats.ts'

const CallFigures = builder.interfaceRef<MeasuredFigures<keyof typeof callFigures.measures>>('CallFigures')
CallFigures.implement({
  description: 'What is counted of voice calls',
  fields: (t) => ({
    calls: t.int({ description: 'Calls that began', resolve: ({ measures }) => count(measures.calls) }),
    completedCalls: t.int({ description: 'Calls that took place and ended', resolve: ({ measures }) => count(measures.completed) }),
    verifiedCalls: t.int({
      description: 'Calls whose caller was verified as a patient',
      resolve: ({ measures }) => count(measures.verified),
    }),
    verifiedShare: t.float({
      nullable: true,
      description: 'Verified calls of all calls, 0 to 1',
      resolve: ({ measures: { verified, calls } }) => share(verified, calls),
    }),
    callbacksRequested: t.int({
      description: 'Calls in which somebody asked to be called back',
      resolve: ({ measures }) => count(measures.callbacks),
    }),
    averageDurationSeconds: t.float({
      nullable: true,
      description: 'Over calls whose duration was reported',
      resolve: ({ measures: { seconds, timed } }) => average(seconds, timed),
    }),
    ratedCalls: t.int({
      description: 'Calls whose analysis found how satisfied the caller was',
      resolve: ({ measures }) => count(measures.rated),
    }),
    averageSatisfaction: t.float({
      nullable: true,
      description: 'Over rated calls, 1 to 5',
      resolve: ({ measures: { satisfaction, rated } }) => average(satisfaction, rated),
    }),
  }),
})

const { input, stats } = statsTypes({
  name: 'Call',
  noun: 'voice calls',
  figures: CallFigures,
  groupings: {
    outcome: { description: 'What the call came to, once it was analysed' },
    status: { description: 'Whether it took place' },
    call_type: { description: 'The subject that it was registered with' },
    direction: { description: 'Who called' },
    payer: { description: "The payer of the patient's insurance; of a call to a payer, as it was when the call was registered" },
    topic: { description: 'What was talked about: a call counts once for each topic' },
    medication: { description: 'The medicines that were talked about: a call counts once for each' },
  },
})

builder.queryField('callStats', (t) =>
  t.field({
    type: stats,
    authScopes: toReadPatients,
    description: 'Figures of voice calls, by the time they began',
    args: { input: t.arg({ type: input, required: true, description: 'Range, interval, time zone and grouping' }) },
    resolve: (_root, args, { work }) => answerStats(args.input, (question) => readSummed(work.session, callFigures, question)),
  }),
)
