import { queryFromInfo } from '@pothos/plugin-prisma'
import { usesSamples } from '../domain/benefits/benefits-setup.ts'
import { addPolicy, removePolicy } from '../domain/benefits/policies/policy-documents.ts'
import { type PolicySource, type Requirements, requirementsFor } from '../domain/benefits/policies/requirements.ts'
import type { PolicyPassage } from '../domain/benefits/policies/search-policies.ts'
import { setTradingPartner } from '../domain/payers/set-trading-partner.ts'
import { given } from '../platform/database/conditions.ts'
import type { Prisma } from '../platform/database/generated/prisma/client.ts'
import { validate } from '../platform/validate.ts'
import { addPolicyInput, policySearchInput, recordId, requirementsInput, tradingPartnerInput } from './benefits-input.ts'
import { builder } from './builder.ts'
import { checkedLimit, limitArg } from './connections.ts'
import { SourceState } from './content-sources.ts'
import { toKeepLibrary, toReadLibraryState } from './permissions.ts'
import { requestKey } from './request-key.ts'

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

const RequirementsRef = builder.objectRef<Requirements>('PaRequirements').implement({
  description: 'What a payer asks before it pays for a medicine; null where no policy says it',
  fields: (t) => ({
    paRequired: t.exposeBoolean('paRequired', { description: 'Whether prior authorization is required', nullable: true }),
    stepTherapyRequired: t.exposeBoolean('stepTherapyRequired', {
      description: 'Whether other medicines have to be tried first',
      nullable: true,
    }),
    stepTherapyDrugs: t.exposeStringList('stepTherapyDrugs', { description: 'Which they are' }),
    criteria: t.exposeStringList('criteria', { description: "The policy's own sentences" }),
    sources: t.field({ description: 'Where the policies say so', type: [PolicySourceRef], resolve: ({ sources }) => sources }),
  }),
})

builder.prismaObject('PolicyRule', {
  description: 'What a policy says of one drug, as it was read from its text',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Null: every drug that no specific policy names' }),
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

const PolicyDocument = builder.prismaObject('PolicyDocument', {
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
      description: 'What it says of each drug',
      args: { limit: t.arg.int(limitArg(50)) },
      query: (args) => ({ orderBy: { id: 'asc' }, take: checkedLimit(args) }),
    }),
    payer: t.relation('payer', { nullable: true, description: 'The payer of that name; null where we list none' }),
    createdAt: t.expose('createdAt', { description: 'When it was added', type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed', type: 'DateTime' }),
  }),
})

const Passage = builder.objectRef<PolicyPassage>('PolicyPassage').implement({
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

const Payer = builder.prismaObject('Payer', {
  description: 'An insurer, with the names that staff and callers use',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'What `payerId` of a patient holds' }),
    name: t.exposeString('name', { description: 'Its name; the same name again replaces it' }),
    aliases: t.exposeStringList('aliases', { description: 'Other names of it' }),
    tradingPartnerId: t.exposeString('tradingPartnerId', { nullable: true, description: "The payer's id at the clearinghouse" }),
  }),
})

const PolicyDocumentConnection = builder.connectionObject(
  { type: PolicyDocument, name: 'PolicyDocumentConnection', description: 'A page of policies' },
  { name: 'PolicyDocumentEdge', description: 'A policy of a page, with its place in the list' },
)
const PayerConnection = builder.connectionObject(
  { type: Payer, name: 'PayerConnection', description: 'A page of payers' },
  { name: 'PayerEdge', description: 'A payer of a page, with its place in the list' },
)

const PolicyFilter = builder.inputType('PolicyDocumentFilter', {
  description: 'Which policies; absent members keep all',
  fields: (t) => ({
    payerId: t.string({ description: 'Of this payer; `*` for those of payers that have none of their own' }),
    states: t.field({ type: [SourceState], description: 'In one of these states' }),
    sample: t.boolean({ description: 'Only those made up for the sandbox, or only others' }),
  }),
})
const wherePolicy = ({ states, ...exact }: typeof PolicyFilter.$inferInput): Prisma.PolicyDocumentWhereInput => ({
  ...given(exact),
  ...(states != null && { state: { in: states } }),
})

builder.queryFields((t) => ({
  payers: t.prismaConnection(
    {
      type: Payer,
      cursor: 'id',
      authScopes: toReadLibraryState,
      description: 'Payers, by their short names',
      totalCount: (_parent, _args, { work }) => work.session.prisma.payer.count(),
      resolve: (query, _root, _args, { work }) => work.session.prisma.payer.findMany({ ...query, orderBy: { id: 'asc' } }),
    },
    PayerConnection,
  ),
  policyDocument: t.prismaField({
    type: PolicyDocument,
    nullable: true,
    authScopes: toReadLibraryState,
    description: 'A policy by our number of it; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of it' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.policyDocument.findUnique({ ...query, where: { id } }),
  }),
  policyDocuments: t.prismaConnection(
    {
      type: PolicyDocument,
      cursor: 'id',
      authScopes: toReadLibraryState,
      description: 'Policies, in the order they were added',
      args: {
        filter: t.arg({ type: PolicyFilter, description: 'Which' }),
      },
      totalCount: (_parent, { filter }, { work }) => work.session.prisma.policyDocument.count({ where: wherePolicy(filter ?? {}) }),
      resolve: (query, _root, { filter }, { work }) =>
        work.session.prisma.policyDocument.findMany({ ...query, where: wherePolicy(filter ?? {}), orderBy: { id: 'asc' } }),
    },
    PolicyDocumentConnection,
  ),
  paRequirements: t.field({
    type: RequirementsRef,
    authScopes: toReadLibraryState,
    description: "What a payer's policies ask for a medicine (brand, generic or J-code), whoever the patient is",
    args: {
      payerId: t.arg.string({ required: true, description: 'The payer, by its short name' }),
      medication: t.arg.string({ required: true, description: 'Brand, generic or J-code' }),
    },
    resolve: (_root, args, { work, benefits }) =>
      requirementsFor(work.session, { ...validate(requirementsInput, args), samples: usesSamples(benefits.setup) }),
  }),
  searchPolicies: t.field({
    type: [Passage],
    authScopes: toReadLibraryState,
    description: 'The passages of policies that best answer a query, by meaning and words',
    args: {
      query: t.arg.string({ required: true, description: 'What is asked for' }),
      payerId: t.arg.string({ description: 'Only policies of this payer' }),
      medication: t.arg.string({ description: 'Only passages that name the drug: brand, generic or J-code' }),
      limit: t.arg.int({ required: true, defaultValue: 5, description: '1 to 50' }),
    },
    resolve: (_root, args, { benefits }) => benefits.searchPolicies(validate(policySearchInput, args)),
  }),
}))

builder.relayMutationField(
  'addPolicy',
  {
    description: 'A policy document: Markdown, HTML, PDF or plain text. The same name again replaces what was added under it.',
    inputFields: (t) => ({
      name: t.string({ required: true, description: 'What it is called' }),
      payerId: t.string({ required: true, description: '`*`: for payers that have none of their own' }),
      content: t.string({ required: true, description: 'The file, base64, at most 8 MiB' }),
      mediaType: t.string({ description: 'For example text/markdown; found out where absent' }),
      title: t.string({ description: 'As it is shown; taken from the document where absent' }),
      url: t.string({ description: 'The public address to cite' }),
      effectiveDate: t.field({ type: 'Date', description: 'It does not count before' }),
      requestKey: requestKey(t),
    }),
  },
  {
    authScopes: toKeepLibrary,
    nullable: true,
    description: "Adds a payer's policy, or adds it again; a job reads it",
    resolve: async (_root, { input }, { work }) => {
      const { content, ...policy } = validate(addPolicyInput, input)
      return { policy: await addPolicy(work, { ...policy, bytes: new Uint8Array(Buffer.from(content, 'base64')) }) }
    },
  },
  {
    description: 'What `addPolicy` gives',
    outputFields: (t) => ({
      policy: t.field({ type: PolicyDocument, description: 'The policy as it now stands', resolve: ({ policy }) => policy }),
    }),
  },
)

builder.relayMutationField(
  'removePolicy',
  {
    description: 'What `removePolicy` takes',
    inputFields: (t) => ({ id: t.int({ required: true, description: 'Our number of the record' }) }),
  },
  {
    authScopes: toKeepLibrary,
    nullable: true,
    description: 'Removes a policy with what was read from it',
    resolve: async (_root, { input }, context, info) => {
      const { work } = context
      const id = validate(recordId, input.id)
      // Read first: once it is removed, the selected fields cannot be loaded.
      const query = queryFromInfo({ context, info, typeName: 'PolicyDocument', path: ['policy'] })
      const selected = await work.session.prisma.policyDocument.findUnique({ ...query, where: { id } })
      return { policy: { ...(await removePolicy(work, id)), ...selected } }
    },
  },
  {
    description: 'What `removePolicy` gives',
    outputFields: (t) => ({
      policy: t.field({ type: PolicyDocument, description: 'The policy as it now stands', resolve: ({ policy }) => policy }),
    }),
  },
)

builder.relayMutationField(
  'setTradingPartner',
  {
    description: 'What `setTradingPartner` takes',
    inputFields: (t) => ({
      payerId: t.string({ required: true, description: 'The payer, by its short name' }),
      tradingPartnerId: t.string({ description: 'Taken away where absent' }),
    }),
  },
  {
    authScopes: toKeepLibrary,
    nullable: true,
    description: "Sets a payer's id at the clearinghouse",
    resolve: async (_root, { input }, { work }) => {
      const { payerId, tradingPartnerId = null } = validate(tradingPartnerInput, input)
      return { payer: await setTradingPartner(work, { payerId, tradingPartnerId }) }
    },
  },
  {
    description: 'What `setTradingPartner` gives',
    outputFields: (t) => ({ payer: t.field({ type: Payer, description: 'The payer as it now stands', resolve: ({ payer }) => payer }) }),
  },
)

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
