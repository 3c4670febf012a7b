import type { z } from 'zod'
import type { UnitOfWork } from '../domain/access/unit-of-work.ts'
import { checkPaRequirements, type PaRequirementsResult } from '../domain/voice/functions/check-pa-requirements.ts'
import { type FlagResult, flagAdverseEvent } from '../domain/voice/functions/flag-adverse-event.ts'
import { type FunctionName, keepFailed } from '../domain/voice/functions/invocation.ts'
import { type LookupResult, patientLookup } from '../domain/voice/functions/patient-lookup.ts'
import { type CallbackResult, requestCallback } from '../domain/voice/functions/request-callback.ts'
import { type EmailResult, sendFollowUpEmail } from '../domain/voice/functions/send-follow-up-email.ts'
import { type BenefitsResult, verifyBenefits } from '../domain/voice/functions/verify-benefits.ts'
import { Failure } from '../platform/failure.ts'
import { validate } from '../platform/validate.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'
import { asPlatform } from './permissions.ts'
import { conversationId, functionInputs } from './voice-input.ts'

// What an agent may invoke during a call. Each is a mutation, because each is recorded in its call; the function
// webhook selects one by its name.

/** Checks a function's parameters; those that break a rule are kept for review before they are refused. */
async function checked<Name extends FunctionName>(
  work: UnitOfWork,
  name: Name,
  args: { conversationId: string },
): Promise<[string, z.output<(typeof functionInputs)[Name]>]> {
  const { conversationId: given, ...parameters } = args
  const conversation = validate(conversationId, given)
  try {
    return [conversation, validate(functionInputs[name], parameters) as z.output<(typeof functionInputs)[Name]>]
  } catch (error) {
    await keepFailed(work, {
      conversationId: conversation,
      functionName: name,
      parameters,
      outcome: 'rejected',
      error: 'The parameters break a rule.',
    })
    throw error
  }
}

const LookupPayload = builder.objectRef<LookupResult>('PatientLookupResult').implement({
  fields: (t) => ({
    patientId: t.exposeInt('patientId', { nullable: true }),
    patientName: t.exposeString('patientName', { nullable: true }),
    verified: t.exposeBoolean('verified'),
    confidence: t.exposeFloat('confidence', { description: '0 to 1; 0 for every failure' }),
    message: t.exposeString('message', { description: 'The agent may say it' }),
  }),
})

const BenefitsPayload = builder.objectRef<BenefitsResult>('VerifyBenefitsResult').implement({
  description: 'Amounts are in currency units',
  fields: (t) => ({
    jobId: t.exposeString('jobId', { nullable: true }),
    status: t.exposeString('status', { description: '`identity_required` where the caller is not verified as this patient' }),
    payer: t.exposeString('payer', { nullable: true }),
    medication: t.exposeString('medication', { nullable: true }),
    deductible: t.exposeFloat('deductible', { nullable: true }),
    deductibleRemaining: t.exposeFloat('deductibleRemaining', { nullable: true }),
    outOfPocketMax: t.exposeFloat('outOfPocketMax', { nullable: true }),
    outOfPocketRemaining: t.exposeFloat('outOfPocketRemaining', { nullable: true }),
    copayPharmacy: t.exposeFloat('copayPharmacy', { nullable: true }),
    copaySpecialty: t.exposeFloat('copaySpecialty', { nullable: true }),
    coinsurancePercentage: t.exposeFloat('coinsurancePercentage', { nullable: true }),
    paRequired: t.exposeBoolean('paRequired', { nullable: true }),
    message: t.exposeString('message', { description: 'The agent may say it' }),
  }),
})

const PaRequirementsPayload = builder.objectRef<PaRequirementsResult>('CheckPaRequirementsResult').implement({
  fields: (t) => ({
    status: t.exposeString('status', { description: '`identity_required` where the caller is not verified as this patient' }),
    payer: t.exposeString('payer', { nullable: true }),
    medication: t.exposeString('medication', { nullable: true }),
    jcode: t.exposeString('jcode', { nullable: true }),
    paRequired: t.exposeBoolean('paRequired', { nullable: true }),
    paStatus: t.exposeString('paStatus', { nullable: true }),
    stepTherapyRequired: t.exposeBoolean('stepTherapyRequired', { nullable: true }),
    stepTherapyDrugs: t.exposeStringList('stepTherapyDrugs', { nullable: true }),
    criteria: t.exposeStringList('criteria', { nullable: true, description: 'From the policy' }),
    sources: t.exposeStringList('sources', { nullable: true }),
    message: t.exposeString('message', { description: 'The agent may say it' }),
  }),
})

const FlagPayload = builder.objectRef<FlagResult>('FlagAdverseEventResult').implement({
  fields: (t) => ({
    caseNumber: t.exposeString('caseNumber'),
    flagged: t.exposeBoolean('flagged'),
    requiresImmediateAction: t.exposeBoolean('requiresImmediateAction'),
    severity: t.exposeString('severity'),
    message: t.exposeString('message', { description: 'The agent says it: what to do now' }),
  }),
})

const CallbackPayload = builder.objectRef<CallbackResult>('RequestCallbackResult').implement({
  fields: (t) => ({
    callbackId: t.exposeInt('callbackId'),
    scheduled: t.exposeBoolean('scheduled', { description: 'False where no number is known' }),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true }),
    preferredTime: t.exposeString('preferredTime', { nullable: true }),
    message: t.exposeString('message', { description: 'The agent may say it' }),
  }),
})

const EmailPayload = builder.objectRef<EmailResult>('SendFollowUpEmailResult').implement({
  fields: (t) => ({
    status: t.exposeString('status', { description: '`queued`, `email_required` or `identity_required`' }),
    emailId: t.exposeInt('emailId', { nullable: true }),
    queued: t.exposeBoolean('queued', { nullable: true }),
    email: t.exposeString('email', { nullable: true, description: 'Masked' }),
    message: t.exposeString('message', { description: 'The agent may say it' }),
  }),
})

/** Requests that have looked somebody up: one document could guess thirty times. */
const lookedUp = new WeakSet<Context>()

builder.mutationFields((t) => ({
  patientLookup: t.field({
    type: LookupPayload,
    authScopes: asPlatform,
    description:
      'Verifies a caller by name, date of birth and insurance. Failures are counted, and too many of them lock. A document looks up one patient.',
    args: {
      conversationId: t.arg.string({ required: true }),
      firstName: t.arg.string({ required: true }),
      lastName: t.arg.string({ required: true }),
      dob: t.arg.string({ required: true, description: 'Date of birth, YYYY-MM-DD' }),
      memberId: t.arg.string({ required: true }),
      payerName: t.arg.string(),
    },
    resolve: async (_root, args, context) => {
      if (lookedUp.has(context)) throw new Failure('INVALID_INPUT', 'Look one patient up a request.')
      lookedUp.add(context)
      const { work, voice } = context
      return patientLookup(work, voice, ...(await checked(work, 'patient_lookup', args)))
    },
  }),
  verifyBenefits: t.field({
    type: BenefitsPayload,
    authScopes: asPlatform,
    description: 'The coverage of the verified patient',
    args: { conversationId: t.arg.string({ required: true }), patientId: t.arg.int(), medication: t.arg.string() },
    resolve: async (_root, args, { work, benefits }) =>
      verifyBenefits(work, benefits.setup, ...(await checked(work, 'verify_benefits', args))),
  }),
  checkPaRequirements: t.field({
    type: PaRequirementsPayload,
    authScopes: asPlatform,
    description: "What the verified patient's payer asks before it pays for a medicine",
    args: {
      conversationId: t.arg.string({ required: true }),
      patientId: t.arg.int(),
      medication: t.arg.string({ required: true }),
    },
    resolve: async (_root, args, { work, benefits }) =>
      checkPaRequirements(work, benefits.setup, ...(await checked(work, 'check_pa_requirements', args))),
  }),
  flagAdverseEvent: t.field({
    type: FlagPayload,
    authScopes: asPlatform,
    description: 'Opens a case, whoever reports it. The same report again gives the first case.',
    args: {
      conversationId: t.arg.string({ required: true }),
      patientId: t.arg.int(),
      claimedPatient: t.arg.string({ description: 'What was said of the patient, where it is no ID' }),
      eventDescription: t.arg.string({ required: true, description: 'At most 10,000 characters' }),
      severity: t.arg.string({ required: true, description: 'mild, moderate, severe or life-threatening' }),
      medicationName: t.arg.string(),
      symptoms: t.arg.stringList(),
    },
    resolve: async (_root, args, { work }) => flagAdverseEvent(work, ...(await checked(work, 'flag_adverse_event', args))),
  }),
  requestCallback: t.field({
    type: CallbackPayload,
    authScopes: asPlatform,
    args: {
      conversationId: t.arg.string({ required: true }),
      patientId: t.arg.int(),
      phoneNumber: t.arg.string({ description: "Default: the call's number, then the verified patient's" }),
      preferredTime: t.arg.string({ description: "In the caller's words" }),
      reason: t.arg.string(),
    },
    resolve: async (_root, args, { work }) => requestCallback(work, ...(await checked(work, 'request_callback', args))),
  }),
  sendFollowUpEmail: t.field({
    type: EmailPayload,
    authScopes: asPlatform,
    args: {
      conversationId: t.arg.string({ required: true }),
      patientId: t.arg.int(),
      email: t.arg.string({ description: "Default: the patient's" }),
      subject: t.arg.string({ description: 'Replaced where it could tell something clinical' }),
      topics: t.arg.stringList({ description: 'What the text is to mention; links, addresses and markup are left out' }),
    },
    resolve: async (_root, args, { work, voice, jobs }) =>
      sendFollowUpEmail(work, voice, jobs, ...(await checked(work, 'send_follow_up_email', args))),
  }),
}))
