import type { triageElements } from '../../domain/safety/reporting/decide-report.ts'
import { documentOf } from '../../domain/safety/reporting/document.ts'
import { safetyDocument } from '../../domain/safety/reporting/sealed-columns.ts'
import { builder } from '../builder.ts'
import { checkedLimit, limitArg } from '../connections.ts'
import { edge } from '../permissions.ts'
import { AdverseEvent } from './adverse-event.ts'

// Types of safety reports to manufacturers (docs/safety-reporting.md).

export const ReportChannel = builder.enumType('ReportChannel', {
  description: 'How safety reports go to a manufacturer',
  values: {
    event: { description: 'As signed deliveries of an event subscription' },
    email: { description: 'By e-mail, for which TLS is required, as PDF and JSON' },
    manual: { description: 'Staff send them' },
  } as const,
})

export const ReportReview = builder.enumType('ReportReview', {
  description: 'Whether a reviewer has to have seen what goes out',
  values: {
    by_source: { description: 'What only a reader found waits for triage, until the end of its time' },
    always: { description: 'Nothing goes out that nobody reviewed' },
    never: { description: 'All goes out at once' },
  } as const,
})

const SafetyReportKind = builder.enumType('SafetyReportKind', {
  description: 'What a safety report is to the one before it',
  values: {
    initial: { description: 'The first of its case' },
    follow_up: { description: 'The case says something else' },
    nullification: { description: 'The case was dismissed' },
  } as const,
})

export const SafetyReportState = builder.enumType('SafetyReportState', {
  description: 'How far a safety report has come',
  values: {
    unmatched: { description: 'No program names its medicine, or several do: staff choose' },
    waiting: { description: 'It waits for triage, or goes out in a moment' },
    sending: { description: 'It is on its way' },
    failed: { description: 'It could not be sent; it is tried again' },
    sent: { description: 'It went out' },
    unacknowledged: { description: 'It went out more than a day ago, or the manufacturer does not list it' },
    acknowledged: { description: 'The manufacturer has it' },
    withdrawn: { description: 'It never went out: its case was dismissed before, or staff withdrew it' },
  } as const,
})

export const TriageElement = builder.enumType('TriageElement', {
  description: 'What makes a safety report valid (ICH E2D)',
  values: {
    patient: { description: 'A patient who can be identified' },
    reporter: { description: 'Somebody who told of it' },
    event: { description: 'Something that happened' },
    medicine: { description: 'A medicine that is suspected' },
  } as const satisfies Record<(typeof triageElements)[number], object>,
})

export const SafetyProgram = builder.prismaObject('SafetyProgram', {
  description: 'What a contract with a manufacturer says of safety reports',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    manufacturer: t.exposeString('manufacturer', { description: 'Whose medicines' }),
    medicines: t.exposeStringList('medicines', { description: 'Brand or generic names' }),
    channel: t.expose('channel', { type: ReportChannel, description: 'How reports go out' }),
    email: t.exposeString('email', { nullable: true, description: 'For the channel `email`' }),
    subscription: t.relation('subscription', { nullable: true, description: 'For the channel `event`' }),
    dueHours: t.exposeInt('dueHours', { description: 'Hours from awareness to the report, of which those of working days count' }),
    timeZone: t.exposeString('timeZone', { description: 'Whose days they are: an IANA name' }),
    workingDays: t.exposeIntList('workingDays', { description: '1 is Monday' }),
    holidays: t.expose('holidays', { type: ['Date'], description: 'Days that do not count' }),
    review: t.expose('review', { type: ReportReview, description: 'Whether a reviewer has to have seen what goes out' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made' }),
    createdBy: t.exposeString('createdBy', { description: 'Who made it, as audit events name them' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'When it ended: nothing more is sent' }),
  }),
})

export const SafetyReport = builder.prismaNode('SafetyReport', {
  id: { field: 'id' },
  nullable: true,
  description: 'What is told a manufacturer of a case',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    adverseEventId: t.exposeInt('adverseEventId', { description: 'Our number of the case' }),
    adverseEvent: t.relation('adverseEvent', { ...edge, description: 'The case' }),
    programId: t.exposeInt('programId', { nullable: true, description: 'Our number of the program; null where none was found' }),
    program: t.relation('program', { nullable: true, description: 'Whose contract it follows' }),
    version: t.exposeInt('version', { description: 'Counts the reports of the case to this manufacturer' }),
    kind: t.expose('kind', { type: SafetyReportKind, description: 'What it is to the one before it' }),
    state: t.expose('state', { type: SafetyReportState, description: 'How far it has come' }),
    awareAt: t.expose('awareAt', { type: 'DateTime', description: 'When what it tells was learnt of' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'When it has to be sent' }),
    timeLeft: t.float({
      nullable: true,
      description: 'The share of its time that is left, below 0 when overdue; null once it went out',
      resolve: ({ state, awareAt, dueAt }) =>
        ['unmatched', 'waiting', 'sending', 'failed'].includes(state)
          ? Math.round(((dueAt.getTime() - Date.now()) / Math.max(1, dueAt.getTime() - awareAt.getTime())) * 1000) / 1000
          : null,
    }),
    triage: t.field({
      type: [TriageElement],
      description: 'What staff found in it',
      resolve: ({ triage }) => triage as 'event'[],
    }),
    triagedBy: t.exposeString('triagedBy', { nullable: true, description: 'Who had it sent, as audit events name them' }),
    triagedAt: t.expose('triagedAt', { type: 'DateTime', nullable: true, description: 'When they did' }),
    unreviewed: t.exposeBoolean('unreviewed', { description: 'Whether nobody had seen the case when it went out, or nobody has yet' }),
    missing: t.exposeStringList('missing', { description: 'What it lacked when it went out' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When it went out' }),
    attempts: t.exposeInt('attempts', { description: 'How often it could not be mailed' }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'What is wrong with it, for staff' }),
    acknowledgedAt: t.expose('acknowledgedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the manufacturer said that it has it',
    }),
    acknowledgedBy: t.exposeString('acknowledgedBy', { nullable: true, description: 'Who recorded that, as audit events name them' }),
    receiverNumber: t.exposeString('receiverNumber', { nullable: true, description: "The manufacturer's number of it" }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What was sent, without the secret of its acknowledgement; null before',
      resolve: ({ id, sealedDocument }, _args, { work }) =>
        sealedDocument === '' ? null : withoutSecret(work.session.fields.open(safetyDocument, id, sealedDocument)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was planned' }),
  }),
})

function withoutSecret(document: string) {
  const { report, ...rest } = JSON.parse(document)
  return { ...rest, report: { ...report, acknowledge: undefined } }
}

export const SafetyReconciliation = builder.prismaObject('SafetyReconciliation', {
  description: 'A time in which what was sent was counted, or compared with what the manufacturer lists',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    program: t.relation('program', { description: 'Of which program' }),
    from: t.expose('fromAt', { type: 'DateTime', description: 'Reports sent from then on' }),
    until: t.expose('untilAt', { type: 'DateTime', description: 'Reports sent before then' }),
    sent: t.exposeInt('sent', { description: 'How many went out' }),
    acknowledged: t.exposeInt('acknowledged', { description: 'How many of these the manufacturer has' }),
    received: t.exposeInt('received', { nullable: true, description: 'How many it lists; null where only ours were counted' }),
    differences: t.expose('differences', {
      type: 'JSON',
      description: 'A list of `{ kind, caseNumber, version, safetyReportId }`; `kind` is `not_received` or `not_sent`',
    }),
    madeBy: t.exposeString('madeBy', { description: 'Who compared, as audit events name them; `service` for the daily count' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When' }),
  }),
})

builder.prismaObjectFields(AdverseEvent, (t) => ({
  caseDocument: t.field({
    type: 'JSON',
    description: 'The case as a manufacturer would be told it now (docs/safety-reporting.md)',
    resolve: (one, _args, { work }) => documentOf(work.session, one),
  }),
  safetyReports: t.relation('safetyReports', {
    ...edge,
    description: 'What manufacturers were told of it, or are to be, oldest first',
    args: { limit: t.arg.int(limitArg(20)) },
    query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
  }),
}))
