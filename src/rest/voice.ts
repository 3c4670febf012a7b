import { z } from 'zod'
import { addUtteranceInput, callListInput, jcodesInput, postCallInput } from '../graphql/voice/input.ts'
import type { FieldError } from '../platform/failure.ts'
import { maxInt32 } from '../platform/values.ts'
import {
  AddUtteranceDocument,
  CompleteCallDocument,
  ListPatientCallsDocument,
  LookUpJcodesDocument,
  RetrieveCallDocument,
} from './generated/documents.ts'
import { body, params } from './input.ts'
import { conversationNamed, rawBody, read, recordRejection, recordUnreadable, rejectionDocument } from './refused-webhook.ts'
import type { RouteTable } from './route.ts'
import { functionBody, functionDocuments, selectFunction } from './voice-functions.ts'

const int32 = z.int().min(-maxInt32).max(maxInt32)
const voiceCallId = params(z.object({ voiceCallId: int32 }))

/** docs/contract.md, Voice calls. */
export function voiceRoutes(route: RouteTable): void {
  route.get('/voice/calls/:voice_call_id', {
    summary: 'Retrieve voice call',
    document: RetrieveCallDocument,
    path: voiceCallId,
    variables: ({ path }) => ({ id: path.voiceCallId }),
    reply: 'call',
    entityTag: 'bytes',
  })

  route.get('/voice/patients/:patient_id/calls', {
    summary: "List a patient's calls",
    document: ListPatientCallsDocument,
    path: params(z.object({ patientId: int32 })),
    query: params(callListInput),
    variables: ({ path, query }) => ({ patientId: path.patientId, ...query }),
    reply: 'list',
  })

  route.post('/voice/jcodes/lookup', {
    summary: 'J-code lookup',
    document: LookUpJcodesDocument,
    body: body(jcodesInput),
    variables: ({ body }) => body,
    reply: 'found',
  })

  route.post('/voice/:voice_call_id/add-utterance', {
    summary: 'Add a live utterance',
    document: AddUtteranceDocument,
    path: voiceCallId,
    body: body(addUtteranceInput),
    variables: ({ path, body }) => ({ input: { voiceCallId: path.voiceCallId, ...body } }),
    reply: 'intake',
    idempotent: 'whole',
  })
}

const callReport = body(postCallInput)

/** docs/contract.md, Voice functions and Post-call webhook: what the telephony provider calls, with a key or with a signature. */
export function voiceWebhooks(route: RouteTable): void {
  route.postOneOf('/voice/webhook', {
    operationId: 'InvokeFunction',
    summary: 'Function-call webhook',
    documents: functionDocuments,
    body: functionBody,
    conversationOf: conversationNamed,
    isAnyBody: true,
    select: ({ body }) => recordUnreadable(body.sent) ?? selectFunction(body),
    deadline: { milliseconds: 5_000, sentence: 'I cannot do that at the moment. A member of our team will get back to you.' },
    reply: 'result',
  })

  route.postOneOf('/webhooks/voice/post-call', {
    operationId: 'CompleteCall',
    summary: 'Post-call webhook',
    documents: [CompleteCallDocument, rejectionDocument],
    body: rawBody(callReport),
    bodyLimit: 4 * 1024 * 1024,
    isAnyBody: true,
    select: ({ body: { sent } }) => {
      const unread = recordUnreadable(sent, 'post_call')
      if (unread) return unread
      const errors: FieldError[] = []
      const input = read(errors, () => callReport.parse(sent))
      // A function's body, sent here by mistake or by somebody who recorded it, must not end the call.
      if (sent.function_name != null) errors.push({ path: ['function_name'], message: 'must not be given: this is no report' })
      return input && errors.length === 0
        ? { document: CompleteCallDocument, variables: { input } }
        : recordRejection('post_call', sent, sent, errors)
    },
    reply: 'result',
  })
}
