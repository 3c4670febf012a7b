import { guidanceFor, needsImmediateAction, type Severity } from '../domain/safety/cases/severity.ts'
import { validate } from '../platform/validate.ts'
import { offsetPage } from '../platform/values.ts'
import { builder } from './builder.ts'

const AdverseEventSource = builder.enumType('AdverseEventSource', {
  values: {
    agent: { description: 'The agent flagged it during the call' },
    analysis: { description: 'The analysis found it in what was said' },
    chat: { description: 'Someone wrote it to the chat' },
  } as const,
})
export const ReviewState = builder.enumType('ReviewState', { values: ['open', 'in_review', 'confirmed', 'dismissed'] as const })

builder.prismaObject('GatheredReport', {
  description: 'A report that was gathered into a case, as it was told',
  fields: (t) => ({
    id: t.exposeInt('id'),
    chatMessageId: t.exposeInt('chatMessageId', { nullable: true, description: 'The message of the chat that it was told in' }),
    eventDescription: t.exposeString('eventDescription'),
    severity: t.exposeString('severity', { nullable: true }),
    medicationName: t.exposeString('medicationName', { nullable: true }),
    symptoms: t.exposeStringList('symptoms'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

export const AdverseEvent = builder.prismaObject('AdverseEvent', {
  description: 'An adverse event as it was reported: a case for the safety team',
  fields: (t) => ({
    id: t.exposeInt('id'),
    caseNumber: t.exposeString('caseNumber', { description: '`AE-YYYY-NNNNNN`' }),
    voiceCallId: t.exposeInt('voiceCallId', { nullable: true }),
    chatMessageId: t.exposeInt('chatMessageId', { nullable: true, description: 'The message of the chat that it was told in' }),
    patientId: t.exposeInt('patientId', { nullable: true, description: 'Null where the report names no patient of ours' }),
    claimedPatient: t.exposeString('claimedPatient', { nullable: true, description: 'What the report said of the patient then' }),
    callerVerified: t.exposeBoolean('callerVerified', { description: 'Whether the conversation verified that patient' }),
    source: t.expose('source', { type: AdverseEventSource }),
    eventDescription: t.exposeString('eventDescription'),
    severity: t.exposeString('severity', {
      nullable: true,
      description: 'mild, moderate, severe or life-threatening; null until someone assesses what the analysis found',
    }),
    guidance: t.string({
      nullable: true,
      description: 'What a patient is told to do',
      resolve: ({ severity }) => (severity === null ? null : guidanceFor(severity as Severity)),
    }),
    requiresImmediateAction: t.boolean({ resolve: ({ severity }) => needsImmediateAction(severity) }),
    medicationName: t.exposeString('medicationName', { nullable: true }),
    symptoms: t.exposeStringList('symptoms'),
    gathers: t.exposeBoolean('gathers', {
      description: 'A case to sort: it holds what one visitor group reported beyond so many cases an hour, each in gatheredReports',
    }),
    gatheredReportCount: t.relationCount('gatheredReports'),
    gatheredReports: t.relation('gatheredReports', {
      description: 'Oldest first',
      args: {
        limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 1000' }),
        skip: t.arg.int({ required: true, defaultValue: 0 }),
      },
      query: (args) => {
        const { limit, skip } = validate(offsetPage, args)
        return { orderBy: { id: 'asc' }, take: limit, skip }
      },
    }),
    reviewState: t.expose('reviewState', { type: ReviewState }),
    reviewedBy: t.exposeString('reviewedBy', { nullable: true }),
    reviewNote: t.exposeString('reviewNote', { nullable: true }),
    reviewedAt: t.expose('reviewedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})
