import { defineSealedColumn } from '../../platform/field-encryption/sealed-column.ts'

const owner = 'voice_call_id'

export const utteranceText = defineSealedColumn({ table: 'utterance', column: 'text', owner, json: false, fingerprint: 'fingerprint' })

export const callTranscript = defineSealedColumn({ table: 'call_transcript', column: 'transcript', owner, json: false })

/** How a transcript begins, for lists. */
export const transcriptBeginning = defineSealedColumn({ table: 'call_transcript', column: 'beginning', owner, json: false })

export const invocationParameters = defineSealedColumn({
  table: 'function_invocation',
  column: 'parameters',
  owner,
  json: true,
  fingerprint: 'fingerprint',
})

export const parametersBeginning = defineSealedColumn({ table: 'function_invocation', column: 'parameters_beginning', owner, json: false })

export const invocationResult = defineSealedColumn({ table: 'function_invocation', column: 'result', owner, json: true })

export const platformSecret = defineSealedColumn({ table: 'platform_connection', column: 'secret', owner: 'id', json: false })

export const previousPlatformSecret = defineSealedColumn({
  table: 'platform_connection',
  column: 'previous_secret',
  owner: 'id',
  json: false,
})

export const platformApiKey = defineSealedColumn({ table: 'platform_connection', column: 'api_key', owner: 'id', json: false })

/** What a platform sent, as it came. */
export const platformMessageBody = defineSealedColumn({
  table: 'platform_message',
  column: 'body',
  owner: "connection_id || ' ' || key",
  json: false,
})

export const voiceSealedColumns = [
  utteranceText,
  callTranscript,
  transcriptBeginning,
  invocationParameters,
  parametersBeginning,
  invocationResult,
  platformSecret,
  previousPlatformSecret,
  platformApiKey,
  platformMessageBody,
]
