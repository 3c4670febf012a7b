import type { z } from 'zod'
import type { UnitOfWork } from '../domain/access/unit-of-work.ts'
import { checkPaRequirements } from '../domain/voice/functions/check-pa-requirements.ts'
import { flagAdverseEvent } from '../domain/voice/functions/flag-adverse-event.ts'
import { type FunctionName, keepFailed } from '../domain/voice/functions/invocation.ts'
import { patientLookup } from '../domain/voice/functions/patient-lookup.ts'
import { requestCallback } from '../domain/voice/functions/request-callback.ts'
import { sendFollowUpEmail } from '../domain/voice/functions/send-follow-up-email.ts'
import { verifyBenefits } from '../domain/voice/functions/verify-benefits.ts'
import { Failure } from '../platform/failure.ts'
import { validate } from '../platform/validate.ts'
import { builder, type InputFields } from './builder.ts'
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

/** What every function takes: the call that it is invoked in. */
const conversation = (t: InputFields) => t.string({ required: true, description: "The platform's id of the conversation" })
const patientOf = (t: InputFields) =>
  t.int({ description: 'The patient as whom the caller was verified; taken from the call where absent' })

/** Requests that have looked somebody up: one document could guess thirty times. */
const lookedUp = new WeakSet<Context>()

builder.relayMutationField(
  'patientLookup',
  {
    description: 'What `patientLookup` takes',
    inputFields: (t) => ({
      conversationId: conversation(t),
      firstName: t.string({ required: true, description: 'Given name' }),
      lastName: t.string({ required: true, description: 'Family name' }),
      dob: t.string({ required: true, description: 'Date of birth, YYYY-MM-DD' }),
      memberId: t.string({ required: true, description: 'Insurance member ID' }),
      payerName: t.string({ description: 'The insurance payer, as the caller names it' }),
    }),
  },
  {
    authScopes: asPlatform,
    nullable: true,
    description:
      'Verifies a caller by name, date of birth and insurance. Failures are counted, and too many of them lock. A document looks up one patient.',
    resolve: async (_root, { input }, context) => {
      if (lookedUp.has(context)) throw new Failure('INVALID_INPUT', 'Look one patient up a request.')
      lookedUp.add(context)
      const { work, voice } = context
      return patientLookup(work, voice, ...(await checked(work, 'patient_lookup', input)))
    },
  },
  {
    description: 'What `patientLookup` gives',
    outputFields: (t) => ({
      patientId: t.int({ nullable: true, description: 'Our number of the verified patient', resolve: (found) => found.patientId }),
      patientName: t.string({
        nullable: true,
        description: 'First and last name of the verified patient',
        resolve: (found) => found.patientName,
      }),
      verified: t.boolean({ description: 'Whether the caller is who they say', resolve: (found) => found.verified }),
      confidence: t.float({ description: '0 to 1; 0 for every failure', resolve: (found) => found.confidence }),
      message: t.string({ description: 'The agent may say it', resolve: (found) => found.message }),
    }),
  },
)

builder.relayMutationField(
  'verifyBenefits',
  {
    description: 'What `verifyBenefits` takes',
    inputFields: (t) => ({
      conversationId: conversation(t),
      patientId: patientOf(t),
      medication: t.string({ description: 'The medicine that the caller asks about' }),
    }),
  },
  {
    authScopes: asPlatform,
    nullable: true,
    description: 'The coverage of the verified patient',
    resolve: async (_root, { input }, { work, benefits }) =>
      verifyBenefits(work, benefits.setup, ...(await checked(work, 'verify_benefits', input))),
  },
  {
    description: 'Amounts are in currency units',
    outputFields: (t) => ({
      jobId: t.string({ nullable: true, description: 'Our number of the verification, as text', resolve: (found) => found.jobId }),
      status: t.string({
        description: '`identity_required` where the caller is not verified as this patient',
        resolve: (found) => found.status,
      }),
      payer: t.string({ nullable: true, description: 'The payer, by its short name', resolve: (found) => found.payer }),
      medication: t.string({ nullable: true, description: 'The medicine asked about', resolve: (found) => found.medication }),
      deductible: t.float({ nullable: true, description: 'The individual deductible', resolve: (found) => found.deductible }),
      deductibleRemaining: t.float({
        nullable: true,
        description: 'What is left of it this plan year',
        resolve: (found) => found.deductibleRemaining,
      }),
      outOfPocketMax: t.float({
        nullable: true,
        description: 'The most that the member pays in a plan year',
        resolve: (found) => found.outOfPocketMax,
      }),
      outOfPocketRemaining: t.float({
        nullable: true,
        description: 'What is left until then',
        resolve: (found) => found.outOfPocketRemaining,
      }),
      copayPharmacy: t.float({ nullable: true, description: 'For ordinary medicines', resolve: (found) => found.copayPharmacy }),
      copaySpecialty: t.float({ nullable: true, description: 'For specialty medicines', resolve: (found) => found.copaySpecialty }),
      coinsurancePercentage: t.float({
        nullable: true,
        description: "The member's share, 0 to 100",
        resolve: (found) => found.coinsurancePercentage,
      }),
      paRequired: t.boolean({
        nullable: true,
        description: 'Whether prior authorization is required; null where nothing says it',
        resolve: (found) => found.paRequired,
      }),
      message: t.string({ description: 'The agent may say it', resolve: (found) => found.message }),
    }),
  },
)

builder.relayMutationField(
  'checkPaRequirements',
  {
    description: 'What `checkPaRequirements` takes',
    inputFields: (t) => ({
      conversationId: conversation(t),
      patientId: patientOf(t),
      medication: t.string({ required: true, description: 'The medicine that the caller asks about' }),
    }),
  },
  {
    authScopes: asPlatform,
    nullable: true,
    description: "What the verified patient's payer asks before it pays for a medicine",
    resolve: async (_root, { input }, { work, benefits }) =>
      checkPaRequirements(work, benefits.setup, ...(await checked(work, 'check_pa_requirements', input))),
  },
  {
    description: 'What `checkPaRequirements` gives',
    outputFields: (t) => ({
      status: t.string({
        description: '`identity_required` where the caller is not verified as this patient',
        resolve: (found) => found.status,
      }),
      payer: t.string({ nullable: true, description: 'The payer, by its short name', resolve: (found) => found.payer }),
      medication: t.string({ nullable: true, description: 'The medicine asked about', resolve: (found) => found.medication }),
      jcode: t.string({ nullable: true, description: 'HCPCS Level II', resolve: (found) => found.jcode }),
      paRequired: t.boolean({
        nullable: true,
        description: 'Whether prior authorization is required; null where nothing says it',
        resolve: (found) => found.paRequired,
      }),
      paStatus: t.string({ nullable: true, description: 'How far the prior authorization has come', resolve: (found) => found.paStatus }),
      stepTherapyRequired: t.boolean({
        nullable: true,
        description: 'Whether other medicines come first',
        resolve: (found) => found.stepTherapyRequired,
      }),
      stepTherapyDrugs: t.stringList({
        nullable: true,
        description: 'Medicines that come first',
        resolve: (found) => found.stepTherapyDrugs,
      }),
      criteria: t.stringList({ nullable: true, description: 'From the policy', resolve: (found) => found.criteria }),
      sources: t.stringList({ nullable: true, description: 'Titles of the policies that say so', resolve: (found) => found.sources }),
      message: t.string({ description: 'The agent may say it', resolve: (found) => found.message }),
    }),
  },
)

builder.relayMutationField(
  'flagAdverseEvent',
  {
    description: 'What `flagAdverseEvent` takes',
    inputFields: (t) => ({
      conversationId: conversation(t),
      patientId: patientOf(t),
      claimedPatient: t.string({ description: 'What was said of the patient, where it is no ID' }),
      eventDescription: t.string({ required: true, description: 'At most 10,000 characters' }),
      severity: t.string({ required: true, description: 'How bad it is: mild, moderate, severe or life-threatening' }),
      medicationName: t.string({ description: 'The medicine that may have caused it' }),
      symptoms: t.stringList({ description: 'What the patient feels' }),
    }),
  },
  {
    authScopes: asPlatform,
    nullable: true,
    description: 'Opens a case, whoever reports it. The same report again gives the first case.',
    resolve: async (_root, { input }, { work }) => flagAdverseEvent(work, ...(await checked(work, 'flag_adverse_event', input))),
  },
  {
    description: 'What `flagAdverseEvent` gives',
    outputFields: (t) => ({
      caseNumber: t.string({ description: 'The number of the case, as people name it', resolve: (flag) => flag.caseNumber }),
      flagged: t.boolean({ description: 'Whether a case stands', resolve: (flag) => flag.flagged }),
      requiresImmediateAction: t.boolean({
        description: 'Whether the caller needs help at once',
        resolve: (flag) => flag.requiresImmediateAction,
      }),
      severity: t.string({ description: 'How bad it is: mild, moderate, severe or life-threatening', resolve: (flag) => flag.severity }),
      message: t.string({ description: 'The agent says it: what to do now', resolve: (flag) => flag.message }),
    }),
  },
)

builder.relayMutationField(
  'requestCallback',
  {
    description: 'What `requestCallback` takes',
    inputFields: (t) => ({
      conversationId: conversation(t),
      patientId: patientOf(t),
      phoneNumber: t.string({ description: "Default: the call's number, then the verified patient's" }),
      preferredTime: t.string({ description: "In the caller's words" }),
      reason: t.string({ description: 'What the caller wants to talk about' }),
    }),
  },
  {
    authScopes: asPlatform,
    nullable: true,
    description: 'Asks staff to call back',
    resolve: async (_root, { input }, { work }) => requestCallback(work, ...(await checked(work, 'request_callback', input))),
  },
  {
    description: 'What `requestCallback` gives',
    outputFields: (t) => ({
      callbackId: t.int({ description: 'Our number of the callback', resolve: (callback) => callback.callbackId }),
      scheduled: t.boolean({ description: 'False where no number is known', resolve: (callback) => callback.scheduled }),
      phoneNumber: t.string({ nullable: true, description: 'Where staff will call', resolve: (callback) => callback.phoneNumber }),
      preferredTime: t.string({ nullable: true, description: "In the caller's words", resolve: (callback) => callback.preferredTime }),
      message: t.string({ description: 'The agent may say it', resolve: (callback) => callback.message }),
    }),
  },
)

builder.relayMutationField(
  'sendFollowUpEmail',
  {
    description: 'What `sendFollowUpEmail` takes',
    inputFields: (t) => ({
      conversationId: conversation(t),
      patientId: patientOf(t),
      email: t.string({ description: "Default: the patient's" }),
      subject: t.string({ description: 'Replaced where it could tell something clinical' }),
      topics: t.stringList({ description: 'What the text is to mention; links, addresses and markup are left out' }),
    }),
  },
  {
    authScopes: asPlatform,
    nullable: true,
    description: 'Writes to the verified patient about what was discussed',
    resolve: async (_root, { input }, { work, voice, jobs }) =>
      sendFollowUpEmail(work, voice, jobs, ...(await checked(work, 'send_follow_up_email', input))),
  },
  {
    description: 'What `sendFollowUpEmail` gives',
    outputFields: (t) => ({
      status: t.string({ description: '`queued`, `email_required` or `identity_required`', resolve: (sent) => sent.status }),
      emailId: t.int({ nullable: true, description: 'Our number of the email', resolve: (sent) => sent.emailId }),
      queued: t.boolean({ nullable: true, description: 'Whether it waits to be sent', resolve: (sent) => sent.queued }),
      email: t.string({ nullable: true, description: 'Masked', resolve: (sent) => sent.email }),
      message: t.string({ description: 'The agent may say it', resolve: (sent) => sent.message }),
    }),
  },
)
