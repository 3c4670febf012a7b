import type { clientOf } from './service.ts'
import { nodes, until } from './service.ts'
import { newConversation, voiceOf } from './voice.ts'

type Client = Pick<ReturnType<typeof clientOf>, 'rest' | 'graphql'>

const methodFields =
  'status success duration driver voiceCallId notes benefits { deductibleIndividual } rejections { code description followUpAction place resolution }'
const verificationFields = `id patientId paCaseId payerId memberId status trigger attempts planName completedAt
  methods { api { ${methodFields} } voice { ${methodFields} } }
  benefits { deductibleIndividual deductibleMetYtd outOfPocketMax tier1Copay coverageStatus copaySpecialty }
  fieldSources(further: true) timeline { kind detail } discrepancies { id field apiValue voiceValue quote kept resolvedBy note }`
const caseFields = `id patientId payerId medicationName medicationRecordId status paRequired stepTherapyRequired stepTherapyDrugs
  criteria referenceNumber sources { title header quote } history { fromStatus toStatus by note } verifications { id }`

/** What a payer's representative says to our agent, as the platform writes it down. */
export const payerTranscript = (...said: string[]) =>
  [
    'Agent: Hello, I am calling to verify the benefits of a member.',
    ...said.flatMap((text) => ['Agent: What can you tell me?', `Representative: ${text}`]),
  ].join('\n')

/** Verifications and cases as staff, programs and the telephone platform reach them. */
export function benefitsOf(client: Client) {
  const voice = voiceOf(client)
  const { query } = voice
  const benefits = {
    voice,
    /** `GET /v1/patients/{id}/verification-status` */
    read: (patientId: number | string, options = {}) => client.rest('GET', `/v1/patients/${patientId}/verification-status`, options),
    /** Newest first. */
    async all(patientId: number) {
      const text = `query($id: Int) { benefitsVerifications(filter: { patientId: $id }, first: 50) { edges { node { ${verificationFields} } } } }`
      return nodes((await query(text, { id: patientId })).benefitsVerifications)
    },
    /** The newest verification of a patient as soon as it has a result. */
    settled: (patientId: number) =>
      until(async () => {
        const [newest] = await benefits.all(patientId)
        return newest !== undefined && !['PENDING', 'IN_PROGRESS'].includes(newest.status) && newest
      }),
    start: (patientId: number, medication?: string) =>
      query(
        `mutation($id: Int!, $medication: String) { startBenefitsVerification(input: { patientId: $id, medication: $medication }) { verification { id paCaseId } } }`,
        {
          id: patientId,
          medication,
        },
      ).then(({ startBenefitsVerification }) => startBenefitsVerification.verification),
    /** Newest first. */
    async cases(patientId: number) {
      const text = `query($id: Int) { paCases(filter: { patientId: $id }, first: 50) { edges { node { ${caseFields} } } } }`
      return nodes((await query(text, { id: patientId })).paCases)
    },
    async caseOf(patientId: number, medicationName: string) {
      return (await benefits.cases(patientId)).find((one: { medicationName: string | null }) => one.medicationName === medicationName)
    },
    /** Moves a case. @returns its status, or the code of the error */
    async move(id: number, to: string, fields: object = {}): Promise<string> {
      const text = `mutation($input: MovePaCaseInput!) { movePaCase(input: $input) { paCase { status } } }`
      const { data, errors } = await client.graphql(text, { input: { id, to, ...fields } })
      return errors?.[0]?.extensions?.code ?? data.movePaCase.paCase.status
    },
    /** Our agent's call to the payer about a patient: the platform's report of it, analysed. @returns the conversation */
    async payerCall(patientId: number | null, said: string[], { conversation = newConversation('payer'), registered = true } = {}) {
      if (registered) await benefits.registerPayerCall(conversation, patientId)
      await voice.postCall(conversation, { status: 'completed', duration_seconds: 180, transcript: payerTranscript(...said) })
      await voice.analysed(conversation)
      return conversation
    },
    registerPayerCall: (conversation: string, patientId: number | null) =>
      voice.register(conversation, {
        callType: 'benefits_verification',
        agentType: 'payer',
        direction: 'outbound',
        ...(patientId === null ? {} : { patientId }),
      }),
    /** Adds a policy and waits until it is read. */
    async addPolicy(payerId: string, name: string, text: string, fields: object = {}): Promise<number> {
      const input = { name, payerId, content: Buffer.from(text).toString('base64'), mediaType: 'text/markdown', ...fields }
      const { addPolicy } = await query('mutation($input: AddPolicyInput!) { addPolicy(input: $input) { policy { id } } }', { input })
      await until(async () => {
        const { policyDocument } = await query('query($id: Int!) { policyDocument(id: $id) { state } }', { id: addPolicy.policy.id })
        if (policyDocument.state === 'failed') throw new Error(`${name} could not be read`)
        return policyDocument.state === 'ready'
      })
      return addPolicy.policy.id
    },
  }
  return benefits
}
