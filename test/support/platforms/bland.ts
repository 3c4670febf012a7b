import { createHmac } from 'node:crypto'
import { callSeconds, type Fake, startMs } from './account.ts'

export const bland: Fake = {
  provider: 'bland',
  secret: 'bland-signing-secret',
  isLive: false,

  messagesOf({ id, number, said }) {
    return [
      { category: 'call', log_level: 'info', message: 'Call started', call_id: id, timestamp: new Date(startMs).toISOString() },
      {
        call_id: id,
        from: number,
        to: '+15550001111',
        inbound: true,
        completed: true,
        status: 'completed',
        answered_by: 'human',
        call_length: callSeconds / 60,
        corrected_duration: String(callSeconds),
        started_at: new Date(startMs).toISOString(),
        transcripts: said.map(({ role, text, seconds }, at) => ({
          id: at,
          user: role === 'agent' ? 'assistant' : 'user',
          text,
          created_at: new Date(startMs + seconds * 1000).toISOString(),
        })),
        concatenated_transcript: said.map(({ role, text }) => `${role}: ${text}`).join(' \n '),
        recording_url: `https://recordings.example/${id}.mp3`,
        variables: {},
        error_message: null,
      },
    ]
  },

  send(account, message) {
    // Sent with spaces, signed without: the vendor's sample signs `JSON.stringify(body)`.
    const body = typeof message === 'string' ? message : JSON.stringify(message, null, 1)
    const signed = typeof message === 'string' ? message : JSON.stringify(message)
    return account.post(body, { 'x-webhook-signature': createHmac('sha256', account.secret).update(signed).digest('hex') })
  },

  invoke: (account, callId, name, parameters) =>
    account.post(JSON.stringify({ ...parameters, call_id: callId }), { authorization: `Bearer ${account.token}` }, `/functions/${name}`),

  withoutCall: ({ ...message }) => ({ ...message, call_id: '' }),
}
