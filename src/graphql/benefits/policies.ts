import { queryFromInfo } from '@pothos/plugin-prisma'
import { z } from 'zod'
import { usesSamples } from '../../domain/benefits/benefits-setup.ts'
import { addPolicy, removePolicy } from '../../domain/benefits/policies/policy-documents.ts'
import { requirementsFor } from '../../domain/benefits/policies/requirements.ts'
import { paRenewalsQueue } from '../../domain/benefits/queues.ts'
import { updatePayer } from '../../domain/payers/update-payer.ts'
import { given } from '../../platform/database/conditions.ts'
import { validate } from '../../platform/validate.ts'
import { recordId } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { SourceState } from '../library/content-source.ts'
import { list, pagesOf } from '../lists.ts'
import { mutation } from '../mutation.ts'
import { toKeepLibrary, toReadLibraryState, toWorkOnBenefits } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { addPolicyInput, payerTimesInput, policySearchInput, requirementsInput, tradingPartnerInput } from './input.ts'
import { Passage, Payer, PolicyDocument, RequirementsRef } from './policy-types.ts'

const PolicyFilter = builder.inputType('PolicyDocumentFilter', {
  description: 'Which policies; absent members keep all',
  fields: (t) => ({
    payerId: t.string({ description: 'Of this payer; `*` for those of payers that have none of their own' }),
    states: t.field({ type: [SourceState], description: 'In one of these states' }),
    sample: t.boolean({ description: 'Only those made up for the sandbox, or only others' }),
  }),
})

list('policyDocuments', PolicyDocument, {
  authScopes: toReadLibraryState,
  description: 'Policies, in the order they were added',
  pages: pagesOf(PolicyDocument, 'A page of policies', 'A policy of a page, with its place in the list'),
  filter: PolicyFilter,
  where: ({ states, ...exact }) => ({ ...given(exact), ...(states != null && { state: { in: states } }) }),
  orderBy: { id: 'asc' },
  one: { field: 'policyDocument', description: 'A policy by our number of it; null where there is none' },
})

list('payers', Payer, {
  authScopes: toReadLibraryState,
  description: 'Payers, by their short names',
  pages: pagesOf(Payer, 'A page of payers', 'A payer of a page, with its place in the list'),
  orderBy: { id: 'asc' },
})

builder.queryFields((t) => ({
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

mutation('addPolicy', {
  authScopes: toKeepLibrary,
  description: "Adds a payer's policy, or adds it again; a job reads it",
  takes: 'A policy document: Markdown, HTML, PDF or plain text. The same name again replaces what was added under it.',
  input: addPolicyInput,
  fields: {
    name: 'What it is called',
    payerId: ['String', '`*`: for payers that have none of their own'],
    content: 'The file, base64, at most 8 MiB',
    mediaType: 'For example text/markdown; found out where absent',
    title: 'As it is shown; taken from the document where absent',
    url: 'The public address to cite',
    effectiveDate: ['Date', 'It does not count before'],
    requestKey,
  },
  gives: { policy: [PolicyDocument, 'The policy as it now stands'] },
  run: async ({ content, ...policy }, { work }) => ({
    policy: await addPolicy(work, { ...policy, bytes: new Uint8Array(Buffer.from(content, 'base64')) }),
  }),
})

mutation('removePolicy', {
  authScopes: toKeepLibrary,
  description: 'Removes a policy with what was read from it',
  input: z.object({ id: recordId }),
  fields: { id: 'Our number of the record' },
  gives: { policy: [PolicyDocument, 'The policy as it now stands'] },
  run: async ({ id }, context, info) => {
    const { work } = context
    // Read first: once it is removed, the selected fields cannot be loaded.
    const query = queryFromInfo({ context, info, typeName: 'PolicyDocument', path: ['policy'] })
    const selected = await work.session.prisma.policyDocument.findUnique({ ...query, where: { id } })
    return { policy: { ...(await removePolicy(work, id)), ...selected } }
  },
})

mutation('setTradingPartner', {
  authScopes: toKeepLibrary,
  description: "Sets a payer's id at the clearinghouse",
  input: tradingPartnerInput,
  fields: { payerId: 'The payer, by its short name', tradingPartnerId: 'Taken away where absent' },
  gives: { payer: [Payer, 'The payer as it now stands'] },
  run: async ({ payerId, tradingPartnerId = null }, { work }) => ({
    payer: await updatePayer(work, payerId, { tradingPartnerId }),
  }),
})

mutation('setPayerTimes', {
  authScopes: toWorkOnBenefits,
  description: 'Sets how long a payer takes and gives, which makes prior authorizations due. Left out, a time stays; null takes it away.',
  takes: "A payer's times",
  input: payerTimesInput,
  fields: {
    payerId: 'The payer, by its short name',
    standardHours: 'Hours in which it decides on a request',
    urgentHours: 'Hours in which it decides on an urgent one',
    appealDays: 'Days after a denial in which it takes an appeal',
    renewalDays: 'Days before the end of an approval from which a renewal is due; 30 where absent',
  },
  result: 'The payer after the change',
  gives: { payer: [Payer, 'The payer'] },
  run: async ({ payerId, ...times }, { work }) => {
    const payer = await updatePayer(work, payerId, times)
    if (times.renewalDays !== undefined) await work.jobs.enqueue(work.session, paRenewalsQueue, {})
    return { payer }
  },
})
