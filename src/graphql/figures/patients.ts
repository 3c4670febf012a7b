import { patientFigures } from '../../domain/patients/patient-figures.ts'
import { readSummed } from '../../platform/figures/read-summed.ts'
import { builder } from '../builder.ts'
import { toReadPatients } from '../permissions.ts'
import { answerStats, count, type MeasuredFigures, share, statsTypes } from './stats.ts'

const PatientFigures = builder.interfaceRef<MeasuredFigures<keyof typeof patientFigures.measures>>('PatientFigures')
PatientFigures.implement({
  description: 'What is counted of patients',
  fields: (t) => ({
    patients: t.int({ description: 'Patients who were enrolled', resolve: ({ measures }) => count(measures.patients) }),
    activePatients: t.int({ description: 'Those of them who are active today', resolve: ({ measures }) => count(measures.active) }),
    patientsWithAdverseEvents: t.int({
      description: 'Those of them with an adverse event that was not dismissed',
      resolve: ({ measures }) => count(measures.withAdverseEvents),
    }),
    adverseEventShare: t.float({
      nullable: true,
      description: 'Patients with adverse events of all patients, 0 to 1',
      resolve: ({ measures: { withAdverseEvents, patients } }) => share(withAdverseEvents, patients),
    }),
  }),
})

const { input, stats } = statsTypes({
  name: 'Patient',
  noun: 'patients',
  figures: PatientFigures,
  groupings: {
    status: { description: 'Active or inactive' },
    payer: { description: 'The payer of their insurance today' },
    state: { description: 'The state of their address, as it was entered' },
  },
})

builder.queryField('patientCounts', (t) =>
  t.field({
    type: stats,
    authScopes: toReadPatients,
    description: 'Figures of patients, by the time they were enrolled; a range from 2000 on counts all of them',
    args: { input: t.arg({ type: input, required: true, description: 'Range, interval, time zone and grouping' }) },
    resolve: (_root, args, { work }) => answerStats(args.input, (question) => readSummed(work.session, patientFigures, question)),
  }),
)
