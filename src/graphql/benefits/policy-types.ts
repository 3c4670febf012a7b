import { differingReadings } from '../../domain/benefits/policies/policy-readings.ts'
import type { StepSet } from '../../domain/benefits/policies/policy-statement.ts'
import type { PolicySource, Requirements } from '../../domain/benefits/policies/requirements.ts'
import type { PolicyPassage } from '../../domain/benefits/policies/search-policies.ts'
import { builder } from '../builder.ts'
import { checkedLimit, limitArg } from '../connections.ts'
import { SourceState } from '../library/content-source.ts'
import { toFollowEdges, toReadLibraryState } from '../permissions.ts'

// What policies hold and say; what is asked of them and done to them is in policies.ts.

export const PolicySourceRef = builder.objectRef<PolicySource>('PolicySource').implement({
  description: 'Where a requirement stands',
  fields: (t) => ({
    documentId: t.exposeInt('documentId', { nullable: true, description: 'Null where the payer said it in its answer' }),
    title: t.exposeString('title', { description: 'Of the policy' }),
    url: t.exposeString('url', { description: 'The public address to cite', nullable: true }),
    header: t.exposeString('header', { description: 'The heading that it stands under', nullable: true }),
    page: t.exposeInt('page', { nullable: true, description: 'Of a PDF' }),
    quote: t.exposeString('quote', { description: 'The words that say so' }),
  }),
})

const StepTherapySetRef = builder.objectRef<StepSet>('StepTherapySet').implement({
  description: 'Medicines of which some have to be tried first',
  fields: (t) => ({
    indication: t.exposeString('indication', {
      nullable: true,
      description: "The use it is asked for, in the policy's words; null for every use, or where the policy does not tell them apart",
    }),
    drugs: t.exposeStringList('drugs', { description: 'Medicines and classes of medicines, as the policy names them' }),
    needed: t.exposeInt('needed', { nullable: true, description: 'How many of them; null where the policy does not say' }),
  }),
})

const PolicyRequirement = builder.enumType('PolicyRequirement', {
  description: 'What a policy asks before the plan pays for a medicine',
  values: {
    REQUIRED: { description: 'Prior authorization is required' },
    NOT_REQUIRED: { description: 'Prior authorization is not required' },
    EXCLUDED: { description: 'The plan does not cover the medicine; authorization does not change that' },
  } as const,
})

/** Fields that a rule, the requirements found and a case have in common. */
interface Demands {
  excluded: boolean | null
  paRequired: boolean | null
}
export const requirementOf = ({ excluded, paRequired }: Demands) =>
  excluded === true ? 'EXCLUDED' : paRequired === null ? null : paRequired ? 'REQUIRED' : 'NOT_REQUIRED'
export const requirementField = {
  type: PolicyRequirement,
  nullable: true as const,
  description: 'Whether prior authorization is required or the medicine is excluded; null where no policy says it plainly',
}
export const setsField = {
  type: [StepTherapySetRef] as [typeof StepTherapySetRef],
  description: 'What has to be tried first, by use: which medicines, and how many of them',
}

export const RequirementsRef = builder.objectRef<Requirements>('PaRequirements').implement({
  description: 'What a payer asks before it pays for a medicine; null where no policy says it',
  fields: (t) => ({
    requirement: t.field({ ...requirementField, resolve: requirementOf }),
    stepTherapySets: t.expose('stepTherapySets', setsField),
    paRequired: t.exposeBoolean('paRequired', { description: 'Whether prior authorization is required', nullable: true }),
    stepTherapyRequired: t.exposeBoolean('stepTherapyRequired', {
      description: 'Whether other medicines have to be tried first',
      nullable: true,
    }),
    stepTherapyDrugs: t.exposeStringList('stepTherapyDrugs', { description: 'Which they are' }),
    criteria: t.exposeStringList('criteria', { description: "The policy's own sentences" }),
    sources: t.expose('sources', { description: 'Where the policies say so', type: [PolicySourceRef] }),
  }),
})

builder.prismaObject('PolicyRule', {
  description: 'What a policy says of one drug, as it was read from its text',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Null: every drug that no specific policy names' }),
    requirement: t.field({ ...requirementField, resolve: requirementOf }),
    stepTherapySets: t.field({ ...setsField, resolve: ({ stepTherapySets }) => stepTherapySets as unknown as StepSet[] }),
    product: t.exposeString('product', { nullable: true, description: 'Where it says something else of other products of the drug' }),
    paRequired: t.exposeBoolean('paRequired', { description: 'Whether prior authorization is required', nullable: true }),
    stepTherapyRequired: t.exposeBoolean('stepTherapyRequired', {
      description: 'Whether other medicines have to be tried first',
      nullable: true,
    }),
    stepTherapyDrugs: t.exposeStringList('stepTherapyDrugs', { description: 'Which they are' }),
    criteria: t.exposeStringList('criteria', { description: "The policy's own sentences" }),
    quotes: t.stringList({
      description: 'The words that say so',
      resolve: ({ evidence }) => (evidence as { quote: string }[]).map(({ quote }) => quote),
    }),
  }),
})

const PolicyReadingField = builder.enumType('PolicyReadingField', {
  description: 'What a reading of a policy is about',
  values: {
    excluded: { description: 'Whether the plan does not cover the medicine at all' },
    pa_required: { description: 'Whether prior authorization is required' },
    step_therapy_required: { description: 'Whether other medicines have to be tried first' },
  } as const,
})

export const PolicyReader = builder.enumType('PolicyReader', {
  description: 'By whom a policy was read',
  values: { local: { description: 'By rules, here' }, model: { description: 'By a language model' } } as const,
})

builder.prismaObject('PolicyReading', {
  description:
    'What a language model read in a policy of one drug. Where rules read otherwise, or nothing, it counts only if staff keep it.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    name: t.exposeString('name', { description: 'The medicine, as the policy writes it' }),
    field: t.expose('field', { type: PolicyReadingField, description: 'What it is about' }),
    localValue: t.exposeBoolean('localValue', { nullable: true, description: 'What rules read; null where they read nothing' }),
    modelValue: t.exposeBoolean('modelValue', { description: 'What the model read' }),
    quote: t.exposeString('quote', { description: "The words that bear out the model's reading" }),
    kept: t.expose('kept', { type: PolicyReader, nullable: true, description: 'Whose reading staff keep; null until they decide' }),
    resolvedBy: t.exposeString('resolvedBy', {
      nullable: true,
      authScopes: toFollowEdges,
      description: 'Who decided, as audit events name them',
    }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true, description: 'When they decided' }),
    note: t.exposeString('note', { nullable: true, authScopes: toFollowEdges, description: 'What they noted' }),
  }),
})

export const PolicyDocument = builder.prismaObject('PolicyDocument', {
  description: "A payer's policy",
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    name: t.exposeString('name', { description: 'Its name; the same name again replaces it' }),
    payerId: t.exposeString('payerId', { description: '`*`: for payers that have none of their own' }),
    title: t.exposeString('title', { nullable: true, description: 'As it calls itself' }),
    url: t.exposeString('url', { description: 'The public address to cite', nullable: true }),
    effectiveDate: t.expose('effectiveDate', { description: 'It does not count before', type: 'Date', nullable: true }),
    sample: t.exposeBoolean('sample', { description: 'Made up for the sandbox: never used beside a real payer' }),
    state: t.expose('state', { description: 'How far reading it has come', type: SourceState }),
    error: t.exposeString('error', { description: 'Why the last attempt failed', nullable: true }),
    rules: t.relation('rules', {
      description: 'What it says of each drug, in the order of the document',
      args: { limit: t.arg.int(limitArg(50)), medication: t.arg.string({ description: 'Only of drugs whose name holds this' }) },
      query: ({ medication, ...args }) => ({
        orderBy: { id: 'asc' },
        take: checkedLimit(args),
        ...(medication && { where: { name: { contains: medication, mode: 'insensitive' as const } } }),
      }),
    }),
    readings: t.relation('readings', {
      description: 'What a language model read of each drug, where one did; what is not decided first, by medicine',
      args: {
        limit: t.arg.int(limitArg(50)),
        differing: t.arg.boolean({ description: 'True for only those that rules read otherwise, decided or not' }),
      },
      query: ({ differing, ...args }) => ({
        orderBy: [{ kept: { sort: 'asc' as const, nulls: 'first' as const } }, { name: 'asc' as const }, { id: 'asc' as const }],
        take: checkedLimit(args),
        ...(differing && { where: differingReadings }),
      }),
    }),
    openReadings: t.exposeInt('openReadings', { description: 'Readings of a model on which staff have to decide' }),
    work: t.relation('workItem', {
      nullable: true,
      authScopes: toFollowEdges,
      description: 'The decision on them as work; null where there was none',
    }),
    workVersion: t.int({
      nullable: true,
      description: 'Of that work: pass it as `expectedVersion` to decide only what you saw',
      select: { workItem: { select: { version: true } } },
      resolve: ({ workItem }) => workItem?.version,
    }),
    ruleCount: t.relationCount('rules', { description: 'Of how many drugs it says something' }),
    payer: t.relation('payer', { nullable: true, description: 'The payer of that name; null where we list none' }),
    createdAt: t.expose('createdAt', { description: 'When it was added', type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed', type: 'DateTime' }),
  }),
})

export const Passage = builder.objectRef<PolicyPassage>('PolicyPassage').implement({
  description: 'A passage of a policy that answers a query',
  fields: (t) => ({
    documentId: t.exposeInt('documentId', { description: 'The policy that it is from' }),
    payerId: t.exposeString('payerId', { description: 'Whose policy that is; its document leads to the payer' }),
    title: t.exposeString('title', { description: 'Of the policy' }),
    url: t.exposeString('url', { description: 'The public address to cite', nullable: true }),
    header: t.exposeString('header', { description: 'The heading that it stands under', nullable: true }),
    page: t.exposeInt('page', { description: 'Of a PDF', nullable: true }),
    content: t.exposeString('content', { description: 'The passage' }),
    relevance: t.exposeFloat('relevance', { description: '0 to 1' }),
  }),
})

export const Payer = builder.prismaObject('Payer', {
  description: 'An insurer, with the names that staff and callers use',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'What `payerId` of a patient holds' }),
    name: t.exposeString('name', { description: 'Its name; the same name again replaces it' }),
    aliases: t.exposeStringList('aliases', { description: 'Other names of it' }),
    tradingPartnerId: t.exposeString('tradingPartnerId', { nullable: true, description: "The payer's id at the clearinghouse" }),
    standardHours: t.exposeInt('standardHours', {
      nullable: true,
      description: 'Hours in which it decides on a request, as staff filled in',
    }),
    urgentHours: t.exposeInt('urgentHours', { nullable: true, description: 'Hours in which it decides on an urgent request' }),
    appealDays: t.exposeInt('appealDays', { nullable: true, description: 'Days after a denial in which it takes an appeal' }),
    renewalDays: t.exposeInt('renewalDays', {
      nullable: true,
      description: 'Days before the end of an approval from which its renewal is due; null for 30',
    }),
  }),
})

builder.objectField(PolicySourceRef, 'document', (t) =>
  t.prismaField({
    type: PolicyDocument,
    authScopes: toReadLibraryState,
    nullable: true,
    description: 'That policy; null once it is removed',
    resolve: (query, { documentId }, _args, { work }) =>
      documentId === null ? null : work.session.prisma.policyDocument.findUnique({ ...query, where: { id: documentId } }),
  }),
)

builder.objectField(Passage, 'payer', (t) =>
  t.prismaField({
    type: Payer,
    nullable: true,
    description: 'That payer; null where we list none of the name',
    resolve: (query, { payerId }, _args, { work }) => work.session.prisma.payer.findUnique({ ...query, where: { id: payerId } }),
  }),
)

builder.objectField(Passage, 'document', (t) =>
  t.prismaField({
    type: PolicyDocument,
    authScopes: toReadLibraryState,
    nullable: true,
    description: 'That policy; null once it is removed',
    resolve: (query, { documentId }, _args, { work }) =>
      documentId === null ? null : work.session.prisma.policyDocument.findUnique({ ...query, where: { id: documentId } }),
  }),
)
