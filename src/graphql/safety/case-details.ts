import { z } from 'zod'
import { changeAdverseEvent, enterAdverseEvent } from '../../domain/safety/cases/enter-case.ts'
import { severities } from '../../domain/safety/cases/severity.ts'
import type { CaseDetails, DetailEvidence } from '../../domain/safety/details/case-details.ts'
import { detailRules, type eventOutcomes, type reporterKinds } from '../../domain/safety/details/fields.ts'
import { missingOf } from '../../domain/safety/details/missing.ts'
import { reportKinds } from '../../domain/safety/signs/report-kinds.ts'
import { recordId, text } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { mutation } from '../mutation.ts'
import { toReportCases, toReviewSafety } from '../permissions.ts'
import { decidingFields, decisionOn } from '../work/input.ts'
import { AdverseEvent, AdverseEventKind } from './adverse-event.ts'
import { Severity } from './severity.ts'

// What a safety report needs of a case beside what happened (docs/safety-reporting.md).

const ReporterKind = builder.enumType('ReporterKind', {
  description: 'Who told of an adverse event',
  values: {
    patient: { description: 'Whoever it happened to' },
    caregiver: { description: 'Somebody of their family, or who cares for them' },
    professional: { description: 'A health professional' },
  } as const satisfies Record<(typeof reporterKinds)[number], object>,
})

const EventOutcome = builder.enumType('EventOutcome', {
  description: 'How an adverse event ended (ICH E2B E.i.7)',
  values: {
    recovered: { description: 'It is over' },
    recovering: { description: 'It gets better' },
    not_recovered: { description: 'It goes on' },
    recovered_with_sequelae: { description: 'It is over, and left something' },
    fatal: { description: 'Somebody died of it' },
    unknown: { description: 'Asked for, and not known' },
  } as const satisfies Record<(typeof eventOutcomes)[number], object>,
})

const EvidencePlace = builder.enumType('EvidencePlace', {
  description: 'Where words stand that a detail was read out of',
  values: {
    description: { description: 'In the description of the case' },
    chat_message: { description: 'In a message of the chat' },
    utterance: { description: 'In an utterance of a call' },
    transcript: { description: 'In the transcript of a call' },
  } as const,
})

const CaseEvidence = builder.objectRef<DetailEvidence>('CaseEvidence').implement({
  description: 'A detail of a case that was read out of words, with the words and where they stand',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The field of `AdverseEvent`' }),
    value: t.exposeString('value', { description: 'What was read' }),
    words: t.exposeString('words', { description: 'As they were said' }),
    start: t.exposeInt('start', { description: 'Where they begin in the text of their place, in UTF-16 units' }),
    end: t.exposeInt('end', { description: 'Where they end, exclusive' }),
    place: t.field({
      type: EvidencePlace,
      description: 'Where they are',
      resolve: ({ chatMessageId, utteranceId, voiceCallId }) =>
        chatMessageId !== undefined
          ? 'chat_message'
          : utteranceId !== undefined
            ? 'utterance'
            : voiceCallId !== undefined
              ? 'transcript'
              : 'description',
    }),
    record: t.int({
      nullable: true,
      description: 'Our number of that message, utterance or call; null for the description of the case',
      resolve: ({ chatMessageId, utteranceId, voiceCallId }) => chatMessageId ?? utteranceId ?? voiceCallId ?? null,
    }),
  }),
})

const knownDate = 'as much of a date as is known: 2026, 2026-11 or 2026-11-24'
const descriptions = {
  reporterMayBeContacted: 'Whether they agreed to be asked: only then name and contact go into a report',
  reporterName: 'Who told of it',
  reporterContact: 'How they are reached',
  onset: `When it began, ${knownDate}`,
  dose: 'How much of the suspect medicine was taken, and how often',
  route: 'How it was given, for example subcutaneous',
  lotNumber: 'Its lot',
  ndcCode: 'Its National Drug Code',
  therapyStart: `When it was begun, ${knownDate}`,
  therapyEnd: 'When it was stopped, likewise',
  indication: 'What it is for',
} as const

builder.prismaObjectFields(AdverseEvent, (t) => ({
  awareAt: t.expose('awareAt', {
    type: 'DateTime',
    description: 'When the service learnt of it, which starts the clock of a safety report',
  }),
  reporter: t.expose('reporter', { type: ReporterKind, nullable: true, description: 'Who told of it; null, here and below, is not known' }),
  reporterMayBeContacted: t.exposeBoolean('reporterMayBeContacted', { nullable: true, description: descriptions.reporterMayBeContacted }),
  reporterName: t.exposeString('reporterName', { nullable: true, description: descriptions.reporterName }),
  reporterContact: t.exposeString('reporterContact', { nullable: true, description: descriptions.reporterContact }),
  onset: t.exposeString('onset', { nullable: true, description: descriptions.onset }),
  outcome: t.expose('outcome', { type: EventOutcome, nullable: true, description: 'How it ended' }),
  dose: t.exposeString('dose', { nullable: true, description: descriptions.dose }),
  route: t.exposeString('route', { nullable: true, description: descriptions.route }),
  lotNumber: t.exposeString('lotNumber', { nullable: true, description: descriptions.lotNumber }),
  ndcCode: t.exposeString('ndcCode', { nullable: true, description: descriptions.ndcCode }),
  therapyStart: t.exposeString('therapyStart', { nullable: true, description: descriptions.therapyStart }),
  therapyEnd: t.exposeString('therapyEnd', { nullable: true, description: descriptions.therapyEnd }),
  indication: t.exposeString('indication', { nullable: true, description: descriptions.indication }),
  concomitantMedications: t.exposeStringList('concomitantMedications', { description: 'What else was taken' }),
  evidence: t.field({
    type: [CaseEvidence],
    description: 'What was read out of words',
    resolve: ({ evidence }) => evidence as unknown as DetailEvidence[],
  }),
  missing: t.stringList({ description: 'What a safety report would lack, by the names of the fields', resolve: (one) => missingOf(one) }),
}))

const detailFields = {
  ...descriptions,
  reporter: [ReporterKind, 'Who told of it'],
  outcome: [EventOutcome, 'How it ended'],
  concomitantMedications: 'What else was taken',
} as const

const detailsOf = (input: z.infer<z.ZodObject<typeof detailRules>>): Partial<CaseDetails> =>
  Object.fromEntries(
    Object.keys(detailRules).flatMap((name) => {
      const value = input[name as keyof typeof detailRules]
      return value === undefined ? [] : [[name, value]]
    }),
  )

const enterInput = z.object({
  ...detailRules,
  eventDescription: text(10_000),
  patientId: recordId.nullish(),
  claimedPatient: text(200).nullish(),
  severity: z.enum(severities, `must be one of ${severities.join(', ')}`).nullish(),
  kinds: z.array(z.enum(reportKinds)).min(1).max(reportKinds.length).nullish(),
  medicationName: text(500).nullish(),
  symptoms: z.array(text(500)).max(100).nullish(),
  awareAt: z.date().nullish(),
})
const changeInput = z.object({
  ...detailRules,
  patientId: recordId.nullish(),
  claimedPatient: text(200).nullish(),
  awareAt: z.date().nullish(),
})

mutation('enterAdverseEvent', {
  authScopes: toReportCases,
  description: 'Opens a case that staff learnt of',
  takes: 'What somebody told a member of staff',
  input: enterInput,
  fields: {
    eventDescription: 'What happened, in the words of whoever told it',
    patientId: 'Our number of the patient',
    claimedPatient: 'Whom it happened to, where that is none of our patients',
    severity: [Severity, 'Its severity'],
    kinds: [[AdverseEventKind], 'What it is a report of; left out, the words tell'],
    medicationName: 'The suspect medicine',
    symptoms: 'What was felt or seen',
    awareAt: 'When the service learnt of it; now where left out',
    ...detailFields,
  },
  result: 'The new case',
  gives: { adverseEvent: [AdverseEvent, 'The case'] },
  run: async (input, { work }) => ({ adverseEvent: await enterAdverseEvent(work, { ...input, details: detailsOf(input) }) }),
})

mutation('updateAdverseEvent', {
  authScopes: toReviewSafety,
  description: 'Completes or corrects what a case says. What a sent safety report said otherwise goes out as its follow-up.',
  takes: 'What staff found out; absent stays, `null` is not known',
  input: decisionOn(changeInput),
  fields: {
    id: 'Our number of the case',
    patientId: 'Whose it is; `null`: of none of our patients, or not known whose',
    claimedPatient: 'Whom it happened to, where that is none of our patients',
    awareAt: 'When the service learnt of it',
    ...detailFields,
    ...decidingFields,
  },
  result: 'The case after the change',
  gives: { adverseEvent: [AdverseEvent, 'The case'] },
  run: async ({ id, expectedVersion, note, patientId, claimedPatient, awareAt, ...given }, { work }) => {
    const details = detailsOf(given)
    const changes = { patientId, claimedPatient, awareAt: awareAt ?? undefined, details }
    return { adverseEvent: await changeAdverseEvent(work, { id, expectedVersion, note, ...changes }) }
  },
})
