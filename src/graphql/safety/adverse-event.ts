import { guidanceFor, needsImmediateAction, type Severity as SeverityName } from '../../domain/safety/cases/severity.ts'
import type { ReportKind } from '../../domain/safety/signs/report-kinds.ts'
import type { SeriousnessCriterion as SeriousnessCriterionName } from '../../domain/safety/signs/seriousness.ts'
import { builder } from '../builder.ts'
import { checkedLimit, limitArg } from '../connections.ts'
import { pagesOf } from '../lists.ts'
import { MedicationRecord } from '../patients/medication-record.ts'
import { edge } from '../permissions.ts'
import { Severity } from './severity.ts'

export const AdverseEventSource = builder.enumType('AdverseEventSource', {
  description: 'How the service learned of an adverse event',
  values: {
    agent: { description: 'The agent flagged it during the call' },
    analysis: { description: 'The analysis found it in what was said' },
    chat: { description: 'Someone wrote it to the chat' },
    staff: { description: 'Staff entered it' },
  } as const,
})
export const AdverseEventKind = builder.enumType('AdverseEventKind', {
  description: 'What an adverse event is a report of',
  values: {
    side_effect: { description: 'An undesirable experience with a medicine' },
    pregnancy: { description: 'A medicine taken in pregnancy, by a partner before it, or while breastfeeding' },
    overdose: { description: 'More than was prescribed, by mistake or not' },
    medication_error: { description: 'The wrong medicine, person, time, way or site, or a product that had expired or was badly kept' },
    lack_of_effect: { description: 'The medicine does not work, or no longer' },
    product_complaint: { description: 'A defect of the product: a leaking syringe, a pen that does not click, a broken seal' },
  } as const satisfies Record<ReportKind, object>,
})
export const SeriousnessCriterion = builder.enumType('SeriousnessCriterion', {
  description: 'Why an adverse event is serious by regulation (ICH E2A)',
  values: {
    death: { description: 'Somebody died' },
    life_threatening: { description: 'A life was in danger' },
    hospitalisation: { description: 'Somebody was taken into hospital, or kept there' },
    disability: { description: 'It left a lasting disability' },
    congenital_anomaly: { description: 'A child was born with an anomaly' },
    medically_important: { description: 'Another event of medical importance' },
  } as const satisfies Record<SeriousnessCriterionName, object>,
})
export const ReviewState = builder.enumType('ReviewState', {
  description: 'How far the review of a case has come',
  values: {
    open: { description: 'Nobody has looked at it' },
    in_review: { description: 'Somebody is looking at it' },
    confirmed: { description: 'It is an adverse event' },
    dismissed: { description: 'It is none; the record is kept' },
  } as const,
})

builder.prismaObject('GatheredReport', {
  description: 'A report that was gathered into a case, as it was told',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    chatMessageId: t.exposeInt('chatMessageId', { nullable: true, description: 'The message of the chat that it was told in' }),
    chatMessage: t.relation('chatMessage', { ...edge, nullable: true, description: 'That message; null once the conversation is pruned' }),
    eventDescription: t.exposeString('eventDescription', { description: 'What happened, in the words of the report' }),
    kinds: t.expose('kinds', { type: [AdverseEventKind], description: 'What it is a report of, at least one kind' }),
    seriousness: t.expose('seriousness', {
      type: [SeriousnessCriterion],
      description: 'The criteria that are known to be met; empty is no proof that none is',
    }),
    severity: t.field({
      type: Severity,
      nullable: true,
      description: 'Null where the words do not tell',
      resolve: ({ severity }) => severity as SeverityName | null,
    }),
    medicationName: t.exposeString('medicationName', { nullable: true, description: 'The medicine that was named' }),
    symptoms: t.exposeStringList('symptoms', { description: 'What was felt or seen' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was told' }),
  }),
})

export const AdverseEvent = builder.prismaNode('AdverseEvent', {
  id: { field: 'id' },
  nullable: true,
  description: 'An adverse event as it was reported: a case for the safety team',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    caseNumber: t.exposeString('caseNumber', { description: '`AE-YYYY-NNNNNN`' }),
    voiceCallId: t.exposeInt('voiceCallId', { nullable: true, description: 'The call that it was told in' }),
    voiceCall: t.relation('voiceCall', { ...edge, nullable: true, description: 'That call' }),
    chatMessageId: t.exposeInt('chatMessageId', { nullable: true, description: 'The message of the chat that it was told in' }),
    chatMessage: t.relation('chatMessage', { ...edge, nullable: true, description: 'That message; null once the conversation is pruned' }),
    patientId: t.exposeInt('patientId', { nullable: true, description: 'Null where the report names no patient of ours' }),
    patient: t.relation('patient', { ...edge, nullable: true, description: 'That patient' }),
    claimedPatient: t.exposeString('claimedPatient', { nullable: true, description: 'What the report said of the patient then' }),
    callerVerified: t.exposeBoolean('callerVerified', { description: 'Whether the conversation verified that patient' }),
    source: t.expose('source', { type: AdverseEventSource, description: 'How it was learned of' }),
    eventDescription: t.exposeString('eventDescription', { description: 'What happened, in the words of the report' }),
    kinds: t.expose('kinds', { type: [AdverseEventKind], description: 'What it is a report of, at least one kind' }),
    seriousness: t.expose('seriousness', {
      type: [SeriousnessCriterion],
      description: 'The criteria that are known to be met; empty is no proof that none is',
    }),
    severity: t.field({
      type: Severity,
      nullable: true,
      description: 'Null until someone assesses what the analysis found',
      resolve: ({ severity }) => severity as SeverityName | null,
    }),
    guidance: t.string({
      nullable: true,
      description: 'What a patient is told to do',
      resolve: ({ severity }) => (severity === null ? null : guidanceFor(severity as SeverityName)),
    }),
    requiresImmediateAction: t.boolean({
      description: 'Whether it is severe or life-threatening',
      resolve: ({ severity }) => needsImmediateAction(severity),
    }),
    medicationName: t.exposeString('medicationName', { nullable: true, description: 'The medicine that was named' }),
    medication: t.field({
      type: MedicationRecord,
      ...edge,
      nullable: true,
      description: "The patient's newest medication record of that name; null where there is none",
      select: { medicationName: true, patient: { select: { medications: { orderBy: { id: 'desc' } } } } },
      resolve: ({ medicationName, patient }) => {
        const named = medicationName?.toLowerCase()
        return patient?.medications.find((record) => record.medicationName.toLowerCase() === named) ?? null
      },
    }),
    symptoms: t.exposeStringList('symptoms', { description: 'What was felt or seen' }),
    followUpActions: t.relation('followUpActions', {
      ...edge,
      description: 'What staff have to do about it, oldest first',
      args: { limit: t.arg.int(limitArg(20)) },
      query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
    }),
    gathers: t.exposeBoolean('gathers', {
      description: 'A case to sort: it holds what one visitor group reported beyond so many cases an hour, each in gatheredReports',
    }),
    gatheredReportCount: t.relationCount('gatheredReports', { description: 'All gathered reports' }),
    gatheredReports: t.relation('gatheredReports', {
      description: 'The most dangerous first: by severity and seriousness, then those that name a person, then the oldest',
      args: {
        limit: t.arg.int(limitArg(20)),
        skip: t.arg.int({ required: true, defaultValue: 0, description: 'How many to leave out, from the front' }),
      },
      query: (args) => ({ orderBy: [{ danger: 'desc' }, { id: 'asc' }], take: checkedLimit(args), skip: Math.max(0, args.skip) }),
    }),
    reviewState: t.expose('reviewState', { type: ReviewState, description: 'How far its review has come' }),
    reviewedBy: t.exposeString('reviewedBy', { nullable: true, description: 'Who decided last, as audit events name them' }),
    reviewNote: t.exposeString('reviewNote', { nullable: true, description: 'What they noted' }),
    reviewedAt: t.expose('reviewedAt', { type: 'DateTime', nullable: true, description: 'When they decided' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was reported' }),
  }),
})

export const AdverseEventConnection = pagesOf(
  AdverseEvent,
  'A page of adverse events',
  'An adverse event of a page, with its place in the list',
)
