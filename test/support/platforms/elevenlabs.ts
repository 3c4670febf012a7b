import { createHmac } from 'node:crypto'
import { callSeconds, type Fake, startMs } from './account.ts'

export const elevenlabs: Fake = {
  provider: 'elevenlabs',
  secret: 'wsec_0123456789abcdef',
  isLive: false,

  messagesOf({ id, number, said, carrierId = `CA${id}` }) {
    const data = {
      agent_id: 'agent_1',
      conversation_id: id,
      status: 'done',
      transcript: said.flatMap(({ role, text, seconds }) => [
        { role, message: text, time_in_call_secs: seconds, tool_calls: [], tool_results: [] },
        // The turn of a tool says nothing.
        { role: 'agent', message: null, time_in_call_secs: seconds + 1, tool_calls: [{ request_id: 'r', tool_name: 'verify_benefits' }] },
      ]),
      metadata: {
        start_time_unix_secs: startMs / 1000,
        call_duration_secs: callSeconds,
        termination_reason: 'Client disconnected: 1000',
        phone_call: { type: 'twilio', direction: 'inbound', external_number: number, agent_number: '+15550001111', call_sid: carrierId },
      },
      analysis: { call_successful: 'success', transcript_summary: 'A caller asked.' },
    }
    return [
      { type: 'post_call_audio', event_timestamp: 1, data: { conversation_id: id, full_audio: 'QUJD'.repeat(1000) } },
      { type: 'post_call_transcription', event_timestamp: 2, data },
    ]
  },

  send(account, message, now = Date.now()) {
    const body = typeof message === 'string' ? message : JSON.stringify(message)
    const time = Math.floor(now / 1000)
    const digest = createHmac('sha256', account.secret).update(`${time}.${body}`).digest('hex')
    return account.post(body, { 'elevenlabs-signature': `t=${time},v0=${digest}` })
  },

  // The conversation is bound to `system__conversation_id`: the model does not fill it in.
  invoke: (account, callId, name, parameters) =>
    account.post(
      JSON.stringify({ conversation_id: callId, ...parameters }),
      { authorization: `Bearer ${account.token}` },
      `/functions/${name}`,
    ),

  withoutCall: (message) => ({ ...message, data: {} }),
}
