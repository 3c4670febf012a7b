import { paCaseFigures } from '../../domain/benefits/pa-cases/case-figures.ts'
import { verificationFigures } from '../../domain/benefits/verification/verification-figures.ts'
import { readSummed } from '../../platform/figures/read-summed.ts'
import { builder } from '../builder.ts'
import { toReadBenefits } from '../permissions.ts'
import { answerStats, average, count, type MeasuredFigures, share, statsTypes } from './stats.ts'

const VerificationFigures = builder.interfaceRef<MeasuredFigures<keyof typeof verificationFigures.measures>>('VerificationFigures')
VerificationFigures.implement({
  description: 'What is counted of benefits verifications',
  fields: (t) => ({
    verifications: t.int({ description: 'Verifications that were requested', resolve: ({ measures }) => count(measures.verifications) }),
    verified: t.int({ description: 'Those with all required benefits', resolve: ({ measures }) => count(measures.verified) }),
    partial: t.int({ description: 'Those with some of the required benefits', resolve: ({ measures }) => count(measures.partial) }),
    failed: t.int({ description: 'Those that gave no benefits', resolve: ({ measures }) => count(measures.failed) }),
    waiting: t.int({
      description: 'Those without a result yet',
      resolve: ({ measures: { verifications, verified, partial, failed } }) =>
        count(verifications) - count(verified) - count(partial) - count(failed),
    }),
    verifiedShare: t.float({
      nullable: true,
      description: 'Verified ones of those with a result, 0 to 1',
      resolve: ({ measures: { verified, partial, failed } }) => share(verified, count(verified) + count(partial) + count(failed)),
    }),
    averageSecondsToResult: t.float({
      nullable: true,
      description: 'From the request to the result, over those that have one',
      resolve: ({ measures: { seconds, timed } }) => average(seconds, timed),
    }),
  }),
})

const verification = statsTypes({
  name: 'Verification',
  noun: 'benefits verifications',
  figures: VerificationFigures,
  groupings: {
    status: { description: 'The status today' },
    payer: { description: 'The payer that was asked' },
    trigger: { description: 'What they were requested for' },
  },
})

const PaCaseFigures = builder.interfaceRef<MeasuredFigures<keyof typeof paCaseFigures.measures>>('PaCaseFigures')
PaCaseFigures.implement({
  description: 'What is counted of prior authorization cases',
  fields: (t) => ({
    cases: t.int({ description: 'Cases that were opened', resolve: ({ measures }) => count(measures.cases) }),
    open: t.int({ description: 'Those without a request to the payer yet', resolve: ({ measures }) => count(measures.open) }),
    notRequired: t.int({
      description: 'Those that need no authorization',
      resolve: ({ measures }) => count(measures.notRequired),
    }),
    pending: t.int({ description: 'Those whose request is with the payer', resolve: ({ measures }) => count(measures.pending) }),
    approved: t.int({ description: 'Those that the payer approved', resolve: ({ measures }) => count(measures.approved) }),
    denied: t.int({ description: 'Those that the payer denied', resolve: ({ measures }) => count(measures.denied) }),
    approvedShare: t.float({
      nullable: true,
      description: 'Approved ones of those that the payer decided on, 0 to 1',
      resolve: ({ measures: { approved, denied } }) => share(approved, count(approved) + count(denied)),
    }),
    averageSecondsToDecision: t.float({
      nullable: true,
      description: "From the request to the payer's decision, over cases with one",
      resolve: ({ measures: { seconds, timed } }) => average(seconds, timed),
    }),
  }),
})

const paCase = statsTypes({
  name: 'PaCase',
  noun: 'prior authorization cases',
  figures: PaCaseFigures,
  groupings: {
    status: { description: 'The status today' },
    payer: { description: 'The payer that decides' },
    medication: { description: 'The drug: brand, generic and billing code of one drug are one group' },
  },
})

builder.queryFields((t) => ({
  verificationStats: t.field({
    type: verification.stats,
    authScopes: toReadBenefits,
    description: 'Figures of benefits verifications, by the time they were requested',
    args: { input: t.arg({ type: verification.input, required: true, description: 'Range, interval, time zone and grouping' }) },
    resolve: (_root, args, { work }) => answerStats(args.input, (question) => readSummed(work.session, verificationFigures, question)),
  }),
  paCaseStats: t.field({
    type: paCase.stats,
    authScopes: toReadBenefits,
    description: 'Figures of prior authorization cases of medicines, by the time they were opened',
    args: { input: t.arg({ type: paCase.input, required: true, description: 'Range, interval, time zone and grouping' }) },
    resolve: (_root, args, { work }) => answerStats(args.input, (question) => readSummed(work.session, paCaseFigures, question)),
  }),
}))
