import { defineSealedColumn } from '../../platform/field-encryption/sealed-column.ts'

const owner = 'voice_call_id'

export const utteranceText = defineSealedColumn({ table: 'utterance', column: 'text', owner, json: false, fingerprint: 'fingerprint' })

export const callTranscript = defineSealedColumn({ table: 'call_transcript', column: 'transcript', owner, json: false })

export const invocationParameters = defineSealedColumn({
  table: 'function_invocation',
  column: 'parameters',
  owner,
  json: true,
  fingerprint: 'fingerprint',
})

export const invocationResult = defineSealedColumn({ table: 'function_invocation', column: 'result', owner, json: true })

export const voiceSealedColumns = [utteranceText, callTranscript, invocationParameters, invocationResult]
