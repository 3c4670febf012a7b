import { type Benefits, specifiedAmounts } from '../../domain/payers/benefits.ts'
import type { PayerRejection } from '../../domain/payers/eligibility/eligibility.ts'
import type { VerificationMethod as MethodRow } from '../../platform/database/generated/prisma/client.ts'
import { builder } from '../builder.ts'
import { checkedLimit, limitArg } from '../connections.ts'
import { pagesOf } from '../lists.ts'
import { edge } from '../permissions.ts'

export const VerificationStatus = builder.enumType('VerificationStatus', {
  description: 'How far a verification of benefits has come',
  values: {
    PENDING: { description: 'A job will ask the payer' },
    IN_PROGRESS: { description: 'The payer is being asked' },
    VERIFIED: { description: 'Whether the coverage is active, and of an active one deductible and out-of-pocket maximum, are known' },
    PARTIAL: { description: 'Some of these are known' },
    FAILED: { description: 'Nothing is known; `retryVerification` asks again' },
  } as const,
})

export const VerificationTrigger = builder.enumType('VerificationTrigger', {
  description: 'Why a verification was made',
  values: {
    patient_created: { description: 'An insured patient was added' },
    insurance_changed: { description: "A patient's insurance was changed" },
    requested: { description: 'Staff asked for it' },
    agent: { description: 'The agent asked for it during a call' },
    payer_call: { description: 'A call to the payer told benefits, and there was no verification to add them to' },
  } as const,
})
export const BenefitsMethod = builder.enumType('BenefitsMethod', {
  description: 'How a benefit was learned',
  values: {
    api: { description: "The payer's or clearinghouse's electronic answer" },
    voice: { description: 'A call to the payer' },
    model: { description: 'A call to the payer, as a language model read it' },
  } as const,
})
const MethodStatus = builder.enumType('MethodStatus', {
  description: 'How far a method of a verification has come',
  values: {
    not_started: { description: 'It was not used' },
    in_progress: { description: 'It is under way' },
    completed: { description: 'It gave an answer' },
    failed: { description: 'It gave none' },
  } as const,
})

const CoverageStatus = builder.enumType('CoverageStatus', {
  description: 'Whether a coverage is in force',
  values: { active: { description: 'It is' }, inactive: { description: 'It is not' } } as const,
})
const VerificationEventKind = builder.enumType('VerificationEventKind', {
  description: 'A step of a verification',
  values: {
    requested: { description: 'It was asked for' },
    started: { description: 'The payer was asked' },
    payer_answered: { description: 'The payer answered' },
    payer_rejected: { description: 'The payer rejected the request' },
    payer_unavailable: { description: 'The payer could not be reached' },
    voice_read: { description: 'A call to the payer told benefits' },
    voice_withdrawn: { description: 'What a call had told was withdrawn' },
    // The database keeps the earlier names.
    discrepancy_found: { value: 'contradiction_found', description: 'Answer and call disagree on a field' },
    discrepancy_resolved: { value: 'contradiction_resolved', description: 'Somebody decided which of the two is right' },
    settled: { description: 'The status was settled; the detail names it' },
  } as const,
})

const amount = (field: Exclude<keyof Benefits, 'coverage_status'>) => (benefits: Benefits) => benefits[field] ?? null

const BenefitsRef = builder.objectRef<Benefits>('Benefits').implement({
  description: 'In-network benefits in currency units; null where unknown',
  fields: (t) => {
    const known = (field: Exclude<keyof Benefits, 'coverage_status'>, description: string) =>
      t.float({ nullable: true, description, resolve: amount(field) })
    return {
      deductibleIndividual: known('deductible_individual', 'Deductible of the member'),
      deductibleFamily: known('deductible_family', 'Deductible of the family'),
      copayPcp: known('copay_pcp', 'For a visit to the primary care provider'),
      copaySpecialist: known('copay_specialist', 'For a visit to a specialist'),
      outOfPocketMax: known('out_of_pocket_max', 'The most that the member pays in a plan year'),
      deductibleMetYtd: known('deductible_met_ytd', 'Paid towards the individual deductible this plan year'),
      tier1Copay: known('tier_1_copay', 'For medicines of tier 1'),
      tier2Copay: known('tier_2_copay', 'For medicines of tier 2'),
      tier3Copay: known('tier_3_copay', 'For medicines of tier 3'),
      coverageStatus: t.expose('coverage_status', {
        type: CoverageStatus,
        nullable: true,
        description: 'Whether the coverage is in force',
      }),
      deductibleFamilyMetYtd: known('deductible_family_met_ytd', 'Paid towards the family deductible this plan year'),
      outOfPocketMaxFamily: known('out_of_pocket_max_family', 'The most that the family pays in a plan year'),
      outOfPocketMetYtd: known('out_of_pocket_met_ytd', 'Paid towards the out-of-pocket maximum this plan year'),
      copayPharmacy: known('copay_pharmacy', 'For ordinary medicines'),
      copaySpecialty: known('copay_specialty', 'For specialty medicines'),
      coinsurancePercentage: known('coinsurance_percentage', "The member's share, 0 to 100"),
    }
  },
})

const RejectionRef = builder.objectRef<PayerRejection>('PayerRejection').implement({
  description: 'Why a payer rejected a request (X12 271, AAA), as it said it',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'As X12 numbers it' }),
    description: t.exposeString('description', { description: 'What the code means' }),
    followUpAction: t.exposeString('followUpAction', { nullable: true, description: 'What the payer asks to be done' }),
    place: t.exposeString('place', { nullable: true, description: 'What it is about: payer, provider, subscriber, dependent' }),
    resolution: t.exposeString('resolution', { description: 'What staff can do' }),
  }),
})

const MethodRef = builder.objectRef<MethodRow>('VerificationMethod').implement({
  description: 'What one method of a verification gave',
  fields: (t) => ({
    status: t.expose('status', { type: MethodStatus, description: 'How far it has come' }),
    success: t.exposeBoolean('success', { description: 'Whether it told benefits' }),
    duration: t.exposeFloat('durationSeconds', { description: 'Seconds' }),
    driver: t.exposeString('driver', { nullable: true, description: '`sandbox` or `clearinghouse`' }),
    confirmed: t.stringList({
      description: 'Fields of a call, as in `fieldSources`, that a language model read as they were read here',
      resolve: ({ confirmed }) => confirmed ?? [],
    }),
    benefits: t.field({ type: BenefitsRef, description: 'What it told', resolve: (row) => (row.benefits ?? {}) as Benefits }),
    rejections: t.field({
      type: [RejectionRef],
      description: 'Why the payer rejected the request',
      resolve: (row) => (row.rejections ?? []) as unknown as PayerRejection[],
    }),
    notes: t.stringList({ description: 'What could not be read for certain', resolve: (row) => row.notes ?? [] }),
    voiceCallId: t.exposeInt('voiceCallId', { nullable: true, description: 'The newest call that told benefits' }),
    voiceCall: t.prismaField({
      type: 'VoiceCall',
      ...edge,
      nullable: true,
      description: 'That call',
      // Prisma joins the lookups of one moment to one statement.
      resolve: (query, { voiceCallId }, _args, { work }) =>
        voiceCallId == null ? null : work.session.prisma.voiceCall.findUnique({ ...query, where: { id: voiceCallId } }),
    }),
  }),
})

const MethodsRef = builder.objectRef<{ methods: MethodRow[] }>('VerificationMethods').implement({
  description: 'What each method of a verification gave',
  fields: (t) => ({
    api: t.field({ type: MethodRef, description: "The payer's electronic answer", resolve: ({ methods }) => methodNamed(methods, 'api') }),
    voice: t.field({ type: MethodRef, description: 'Calls to the payer', resolve: ({ methods }) => methodNamed(methods, 'voice') }),
  }),
})

/** What a method that did not run looks like: null would make the whole field null. */
const methodNamed = (methods: MethodRow[], name: MethodRow['method']) => methods.find(({ method }) => method === name) ?? notStarted

const notStarted = { status: 'not_started', success: false, durationSeconds: 0 } as MethodRow

builder.prismaObject('VerificationEvent', {
  description: 'A step of a verification',
  fields: (t) => ({
    kind: t.expose('kind', { type: VerificationEventKind, description: 'Which step' }),
    detail: t.exposeString('detail', { nullable: true, description: 'More of it, for people' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it came up' }),
  }),
})

export const BenefitDiscrepancy = builder.prismaNode('BenefitDiscrepancy', {
  id: { field: 'id' },
  nullable: true,
  description:
    "The payer's answer and a call to it disagree, or two readings of the call do. Until someone decides, the answer stands, else what was read here; what only a model has read counts for nothing.",
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    verificationId: t.exposeInt('verificationId', { description: 'The verification that it is about' }),
    verification: t.relation('verification', { ...edge, description: 'That verification' }),
    patientId: t.exposeInt('patientId', { description: 'Whose benefits they are' }),
    patient: t.relation('patient', { ...edge, description: 'That patient' }),
    voiceCallId: t.exposeInt('voiceCallId', { description: 'The call to the payer in which it was said' }),
    voiceCall: t.relation('voiceCall', { ...edge, description: 'That call' }),
    field: t.exposeString('field', { description: 'As in `fieldSources`' }),
    apiValue: t.expose('apiValue', { type: 'JSON', nullable: true, description: "What the payer's electronic answer says" }),
    voiceValue: t.expose('voiceValue', { type: 'JSON', nullable: true, description: 'What was said in the call, as it was read here' }),
    modelValue: t.expose('modelValue', { type: 'JSON', nullable: true, description: 'The same as a language model read it' }),
    quote: t.exposeString('quote', { description: 'What was said; empty once the call is erased' }),
    modelQuote: t.exposeString('modelQuote', { description: "The words that bear out the model's value; empty once the call is erased" }),
    kept: t.expose('kept', { type: BenefitsMethod, nullable: true, description: 'Null until someone decides' }),
    resolvedBy: t.exposeString('resolvedBy', { nullable: true, description: 'Who decided, as audit events name them' }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true, description: 'When they decided' }),
    note: t.exposeString('note', { nullable: true, description: 'What they noted' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it came up' }),
  }),
})

const specified = new Set<string>([...specifiedAmounts, 'coverage_status'])

export const BenefitsVerification = builder.prismaNode('BenefitsVerification', {
  id: { field: 'id' },
  nullable: true,
  description: "An attempt to learn a patient's benefits",
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    patientId: t.exposeInt('patientId', { description: 'Whose benefits' }),
    patient: t.relation('patient', { ...edge, description: 'That patient' }),
    paCaseId: t.exposeInt('paCaseId', { description: 'The prior authorization case that it belongs to' }),
    paCase: t.relation('paCase', { ...edge, description: 'That case' }),
    payerId: t.exposeString('payerId', { description: 'The insurance as it was then' }),
    payer: t.relation('payer', { nullable: true, description: 'The payer of that name; null where we list none' }),
    memberId: t.exposeString('memberId', { description: 'The member ID as it was then' }),
    status: t.expose('status', { type: VerificationStatus, description: 'How far it has come' }),
    trigger: t.expose('trigger', { type: VerificationTrigger, description: 'Why it was made' }),
    methods: t.field({
      type: MethodsRef,
      description: 'What each method gave',
      select: { methods: true },
      resolve: (verification) => verification,
    }),
    benefits: t.field({
      type: BenefitsRef,
      description: 'What is known, from all methods',
      resolve: ({ benefits }) => benefits as Benefits,
    }),
    fieldSources: t.field({
      type: 'StringMap',
      description: 'Benefits field, as the REST interface names it, to the method that supplied it: api or voice',
      args: { further: t.arg.boolean({ required: true, defaultValue: false, description: 'Also those that REST does not have' }) },
      resolve: ({ fieldSources }, { further }) =>
        Object.fromEntries(Object.entries(fieldSources as Record<string, string>).filter(([field]) => further || specified.has(field))),
    }),
    planName: t.exposeString('planName', { nullable: true, description: 'As the payer calls it' }),
    attempts: t.exposeInt('attempts', { description: 'How often the payer was asked' }),
    requestedBy: t.exposeString('requestedBy', { description: 'Who asked for it, as audit events name them' }),
    timeline: t.relation('timeline', {
      description: 'Its steps, in order',
      args: { limit: t.arg.int(limitArg(50)) },
      query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
    }),
    discrepancies: t.relation('discrepancies', {
      description: 'Where answer and call disagree, in the order found',
      args: { limit: t.arg.int(limitArg(20)) },
      query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it came up' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true, description: 'When it was settled' }),
  }),
})

export const BenefitsVerificationConnection = pagesOf(
  BenefitsVerification,
  'A page of verifications',
  'A verification of a page, with its place in the list',
)

export const BenefitDiscrepancyConnection = pagesOf(
  BenefitDiscrepancy,
  'A page of discrepancies',
  'A discrepancy of a page, with its place in the list',
)
