import type { z } from 'zod'
import type { UnitOfWork } from '../../domain/access/unit-of-work.ts'
import { checkPaRequirements } from '../../domain/voice/functions/check-pa-requirements.ts'
import { flagAdverseEvent } from '../../domain/voice/functions/flag-adverse-event.ts'
import { type FunctionName, keepFailed } from '../../domain/voice/functions/invocation.ts'
import { patientLookup } from '../../domain/voice/functions/patient-lookup.ts'
import { requestCallback } from '../../domain/voice/functions/request-callback.ts'
import { sendFollowUpEmail } from '../../domain/voice/functions/send-follow-up-email.ts'
import { verifyBenefits } from '../../domain/voice/functions/verify-benefits.ts'
import { Failure } from '../../platform/failure.ts'
import { validate } from '../../platform/validate.ts'
import type { Context } from '../context.ts'
import { mutation, nullable } from '../mutation.ts'
import { asPlatform } from '../permissions.ts'
import { conversationId, functionInputs } from './input.ts'

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

/** Its parameters are checked where those that break a rule are kept. */
const ofAgent = { authScopes: asPlatform, checks: false } as const

/** What every function takes: the call that it is invoked in. */
const conversation = { conversationId: "The platform's id of the conversation" }
const conversationAndPatient = {
  ...conversation,
  patientId: ['Int', 'The patient as whom the caller was verified; taken from the call where absent'],
} as const

/** Requests that have looked somebody up: one document could guess thirty times. */
const lookedUp = new WeakSet<Context>()

mutation('patientLookup', {
  ...ofAgent,
  description:
    'Verifies a caller by name, date of birth and insurance. Failures are counted, and too many of them lock. A document looks up one patient.',
  input: functionInputs.patient_lookup.extend({ conversationId }),
  fields: {
    ...conversation,
    firstName: 'Given name',
    lastName: 'Family name',
    dob: 'Date of birth, YYYY-MM-DD',
    memberId: 'Insurance member ID',
    payerName: 'The insurance payer, as the caller names it',
  },
  gives: {
    patientId: ['Int', 'Our number of the verified patient', nullable],
    patientName: ['String', 'First and last name of the verified patient', nullable],
    verified: ['Boolean', 'Whether the caller is who they say'],
    confidence: ['Float', '0 to 1; 0 for every failure'],
    message: ['String', 'The agent may say it'],
  },
  run: async (input, context) => {
    if (lookedUp.has(context)) throw new Failure('INVALID_INPUT', 'Look one patient up a request.')
    lookedUp.add(context)
    const { work, voice } = context
    return patientLookup(work, voice, ...(await checked(work, 'patient_lookup', input)))
  },
})

mutation('verifyBenefits', {
  ...ofAgent,
  description: 'The coverage of the verified patient',
  input: functionInputs.verify_benefits.extend({ conversationId }),
  fields: { ...conversationAndPatient, medication: 'The medicine that the caller asks about' },
  result: 'Amounts are in currency units',
  gives: {
    jobId: ['String', 'Our number of the verification, as text', nullable],
    status: ['String', '`identity_required` where the caller is not verified as this patient'],
    payer: ['String', 'The payer, by its short name', nullable],
    medication: ['String', 'The medicine asked about', nullable],
    deductible: ['Float', 'The individual deductible', nullable],
    deductibleRemaining: ['Float', 'What is left of it this plan year', nullable],
    outOfPocketMax: ['Float', 'The most that the member pays in a plan year', nullable],
    outOfPocketRemaining: ['Float', 'What is left until then', nullable],
    copayPharmacy: ['Float', 'For ordinary medicines', nullable],
    copaySpecialty: ['Float', 'For specialty medicines', nullable],
    coinsurancePercentage: ['Float', "The member's share, 0 to 100", nullable],
    paRequired: ['Boolean', 'Whether prior authorization is required; null where nothing says it', nullable],
    message: ['String', 'The agent may say it'],
  },
  run: async (input, { work, benefits }) => verifyBenefits(work, benefits.setup, ...(await checked(work, 'verify_benefits', input))),
})

mutation('checkPaRequirements', {
  ...ofAgent,
  description: "What the verified patient's payer asks before it pays for a medicine",
  input: functionInputs.check_pa_requirements.extend({ conversationId }),
  fields: { ...conversationAndPatient, medication: 'The medicine that the caller asks about' },
  gives: {
    status: ['String', '`identity_required` where the caller is not verified as this patient'],
    payer: ['String', 'The payer, by its short name', nullable],
    medication: ['String', 'The medicine asked about', nullable],
    jcode: ['String', 'HCPCS Level II', nullable],
    paRequired: ['Boolean', 'Whether prior authorization is required; null where nothing says it', nullable],
    paStatus: ['String', 'How far the prior authorization has come', nullable],
    stepTherapyRequired: ['Boolean', 'Whether other medicines come first', nullable],
    stepTherapyDrugs: [['String'], 'Medicines that come first', nullable],
    criteria: [['String'], 'From the policy', nullable],
    sources: [['String'], 'Titles of the policies that say so', nullable],
    message: ['String', 'The agent may say it'],
  },
  run: async (input, { work, benefits }) =>
    checkPaRequirements(work, benefits.setup, ...(await checked(work, 'check_pa_requirements', input))),
})

mutation('flagAdverseEvent', {
  ...ofAgent,
  description: 'Opens a case, whoever reports it. The same report again gives the first case.',
  input: functionInputs.flag_adverse_event.extend({ conversationId }),
  fields: {
    ...conversationAndPatient,
    claimedPatient: 'What was said of the patient, where it is no ID',
    eventDescription: 'At most 10,000 characters',
    severity: ['String', 'How bad it is: mild, moderate, severe or life-threatening'],
    medicationName: 'The medicine that may have caused it',
    symptoms: 'What the patient feels',
  },
  gives: {
    caseNumber: ['String', 'The number of the case, as people name it'],
    flagged: ['Boolean', 'Whether a case stands'],
    requiresImmediateAction: ['Boolean', 'Whether the caller needs help at once'],
    severity: ['String', 'How bad it is: mild, moderate, severe or life-threatening'],
    message: ['String', 'The agent says it: what to do now'],
  },
  run: async (input, { work }) => flagAdverseEvent(work, ...(await checked(work, 'flag_adverse_event', input))),
})

mutation('requestCallback', {
  ...ofAgent,
  description: 'Asks staff to call back',
  input: functionInputs.request_callback.extend({ conversationId }),
  fields: {
    ...conversationAndPatient,
    phoneNumber: "Default: the call's number, then the verified patient's",
    preferredTime: "In the caller's words",
    reason: 'What the caller wants to talk about',
  },
  gives: {
    callbackId: ['Int', 'Our number of the callback'],
    scheduled: ['Boolean', 'False where no number is known'],
    phoneNumber: ['String', 'Where staff will call', nullable],
    preferredTime: ['String', "In the caller's words", nullable],
    message: ['String', 'The agent may say it'],
  },
  run: async (input, { work }) => requestCallback(work, ...(await checked(work, 'request_callback', input))),
})

mutation('sendFollowUpEmail', {
  ...ofAgent,
  description: 'Writes to the verified patient about what was discussed',
  input: functionInputs.send_follow_up_email.extend({ conversationId }),
  fields: {
    ...conversationAndPatient,
    email: "Default: the patient's",
    subject: 'Replaced where it could tell something clinical',
    topics: 'What the text is to mention; links, addresses and markup are left out',
  },
  gives: {
    status: ['String', '`queued`, `email_required` or `identity_required`'],
    emailId: ['Int', 'Our number of the email', nullable],
    queued: ['Boolean', 'Whether it waits to be sent', nullable],
    email: ['String', 'Masked', nullable],
    message: ['String', 'The agent may say it'],
  },
  run: async (input, { work, voice }) => sendFollowUpEmail(work, voice, ...(await checked(work, 'send_follow_up_email', input))),
})
