import { type Benefits, specifiedAmounts } from '../domain/payers/benefits.ts'
import type { PayerRejection } from '../domain/payers/eligibility/eligibility.ts'
import type { VerificationMethod as MethodRow } from '../platform/database/generated/prisma/client.ts'
import { builder } from './builder.ts'

export const VerificationStatus = builder.enumType('VerificationStatus', {
  values: {
    PENDING: { description: 'A job will ask the payer' },
    IN_PROGRESS: { description: 'The payer is being asked' },
    VERIFIED: { description: 'Whether the coverage is active, and of an active one deductible and out-of-pocket maximum, are known' },
    PARTIAL: { description: 'Some of these are known' },
    FAILED: { description: 'Nothing is known; `retryVerification` asks again' },
  } as const,
})

const VerificationTrigger = builder.enumType('VerificationTrigger', {
  values: ['patient_created', 'insurance_changed', 'requested', 'agent', 'payer_call'] as const,
})
export const BenefitsMethod = builder.enumType('BenefitsMethod', {
  values: {
    api: { description: "The payer's or clearinghouse's electronic answer" },
    voice: { description: 'A call to the payer' },
  } as const,
})
const MethodStatus = builder.enumType('MethodStatus', { values: ['not_started', 'in_progress', 'completed', 'failed'] as const })
const VerificationEventKind = builder.enumType('VerificationEventKind', {
  values: {
    requested: {},
    started: {},
    payer_answered: {},
    payer_rejected: {},
    payer_unavailable: {},
    voice_read: {},
    voice_withdrawn: {},
    // The database keeps the earlier names.
    discrepancy_found: { value: 'contradiction_found' },
    discrepancy_resolved: { value: 'contradiction_resolved' },
    settled: {},
  } as const,
})

const amount = (field: Exclude<keyof Benefits, 'coverage_status'>) => (benefits: Benefits) => benefits[field] ?? null

const BenefitsRef = builder.objectRef<Benefits>('Benefits').implement({
  description: 'In-network benefits in currency units; null where unknown',
  fields: (t) => {
    const known = (field: Exclude<keyof Benefits, 'coverage_status'>, description?: string) =>
      t.float({ nullable: true, resolve: amount(field), ...(description !== undefined && { description }) })
    return {
      deductibleIndividual: known('deductible_individual'),
      deductibleFamily: known('deductible_family'),
      copayPcp: known('copay_pcp', 'For a visit to the primary care provider'),
      copaySpecialist: known('copay_specialist', 'For a visit to a specialist'),
      outOfPocketMax: known('out_of_pocket_max'),
      deductibleMetYtd: known('deductible_met_ytd', 'Paid towards the individual deductible this plan year'),
      tier1Copay: known('tier_1_copay'),
      tier2Copay: known('tier_2_copay'),
      tier3Copay: known('tier_3_copay'),
      coverageStatus: t.string({ nullable: true, description: 'active or inactive', resolve: (told) => told.coverage_status ?? null }),
      deductibleFamilyMetYtd: known('deductible_family_met_ytd'),
      outOfPocketMaxFamily: known('out_of_pocket_max_family'),
      outOfPocketMetYtd: known('out_of_pocket_met_ytd'),
      copayPharmacy: known('copay_pharmacy', 'For ordinary medicines'),
      copaySpecialty: known('copay_specialty', 'For specialty medicines'),
      coinsurancePercentage: known('coinsurance_percentage', "The member's share, 0 to 100"),
    }
  },
})

const RejectionRef = builder.objectRef<PayerRejection>('PayerRejection').implement({
  description: 'Why a payer rejected a request (X12 271, AAA), as it said it',
  fields: (t) => ({
    code: t.exposeString('code'),
    description: t.exposeString('description'),
    followUpAction: t.exposeString('followUpAction', { nullable: true }),
    place: t.exposeString('place', { nullable: true, description: 'What it is about: payer, provider, subscriber, dependent' }),
    resolution: t.exposeString('resolution', { description: 'What staff can do' }),
  }),
})

const MethodRef = builder.objectRef<MethodRow>('VerificationMethod').implement({
  fields: (t) => ({
    status: t.field({ type: MethodStatus, resolve: ({ status }) => status }),
    success: t.boolean({ resolve: (row) => row.success }),
    duration: t.float({ description: 'Seconds', resolve: (row) => row.durationSeconds }),
    driver: t.string({ nullable: true, description: '`sandbox` or `clearinghouse`', resolve: (row) => row.driver ?? null }),
    benefits: t.field({ type: BenefitsRef, description: 'What it told', resolve: (row) => (row.benefits ?? {}) as Benefits }),
    rejections: t.field({ type: [RejectionRef], resolve: (row) => (row.rejections ?? []) as unknown as PayerRejection[] }),
    notes: t.stringList({ description: 'What could not be read for certain', resolve: (row) => row.notes ?? [] }),
    voiceCallId: t.int({ nullable: true, resolve: (row) => row.voiceCallId ?? null }),
  }),
})

const MethodsRef = builder.objectRef<{ methods: MethodRow[] }>('VerificationMethods').implement({
  fields: (t) => ({
    api: t.field({ type: MethodRef, resolve: ({ methods }) => methodNamed(methods, 'api') }),
    voice: t.field({ type: MethodRef, resolve: ({ methods }) => methodNamed(methods, 'voice') }),
  }),
})

/** What a method that did not run looks like: null would make the whole field null. */
const methodNamed = (methods: MethodRow[], name: MethodRow['method']) => methods.find(({ method }) => method === name) ?? notStarted

const notStarted = { status: 'not_started', success: false, durationSeconds: 0 } as MethodRow

const VerificationEvent = builder.prismaObject('VerificationEvent', {
  fields: (t) => ({
    kind: t.expose('kind', { type: VerificationEventKind }),
    detail: t.exposeString('detail', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

export const BenefitDiscrepancy = builder.prismaObject('BenefitDiscrepancy', {
  description: "The payer's answer and what was said in a call to it disagree: the answer stands until someone decides",
  fields: (t) => ({
    id: t.exposeInt('id'),
    verificationId: t.exposeInt('verificationId'),
    patientId: t.exposeInt('patientId'),
    voiceCallId: t.exposeInt('voiceCallId'),
    field: t.exposeString('field', { description: 'As in `fieldSources`' }),
    apiValue: t.field({ type: 'JSON', resolve: ({ apiValue }) => apiValue }),
    voiceValue: t.field({ type: 'JSON', resolve: ({ voiceValue }) => voiceValue }),
    quote: t.exposeString('quote', { description: 'What was said' }),
    kept: t.expose('kept', { type: BenefitsMethod, nullable: true, description: 'Null until someone decides' }),
    resolvedBy: t.exposeString('resolvedBy', { nullable: true }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true }),
    note: t.exposeString('note', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const specified = new Set<string>([...specifiedAmounts, 'coverage_status'])

export const BenefitsVerification = builder.prismaObject('BenefitsVerification', {
  description: "An attempt to learn a patient's benefits",
  fields: (t) => ({
    id: t.exposeInt('id'),
    patientId: t.exposeInt('patientId'),
    paCaseId: t.exposeInt('paCaseId', { description: 'The prior authorization case that it belongs to' }),
    payerId: t.exposeString('payerId', { description: 'The insurance as it was then' }),
    memberId: t.exposeString('memberId'),
    status: t.expose('status', { type: VerificationStatus }),
    trigger: t.expose('trigger', { type: VerificationTrigger, description: 'Why it was made' }),
    methods: t.field({ type: MethodsRef, select: { methods: true }, resolve: (verification) => verification }),
    benefits: t.field({ type: BenefitsRef, resolve: ({ benefits }) => benefits as Benefits }),
    fieldSources: t.field({
      type: 'StringMap',
      description: 'Benefits field, as the REST interface names it, to the method that supplied it: api or voice',
      args: { further: t.arg.boolean({ required: true, defaultValue: false, description: 'Also those that REST does not have' }) },
      resolve: ({ fieldSources }, { further }) =>
        Object.fromEntries(Object.entries(fieldSources as Record<string, string>).filter(([field]) => further || specified.has(field))),
    }),
    planName: t.exposeString('planName', { nullable: true }),
    attempts: t.exposeInt('attempts', { description: 'How often the payer was asked' }),
    requestedBy: t.exposeString('requestedBy'),
    timeline: t.field({
      type: [VerificationEvent],
      description: 'The first 1000 steps, in order',
      select: { timeline: { orderBy: { id: 'asc' }, take: 1000 } },
      resolve: ({ timeline }) => timeline,
    }),
    discrepancies: t.relation('discrepancies', { query: { orderBy: { id: 'asc' } } }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
  }),
})
