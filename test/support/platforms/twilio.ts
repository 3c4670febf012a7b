import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { callSeconds, type Fake, startMs } from './account.ts'

export const twilio: Fake = {
  provider: 'twilio',
  secret: '0123456789abcdef0123456789abcdef',
  isLive: true,

  messagesOf({ id, number, said }) {
    const call = { CallSid: id, AccountSid: 'AC1', From: number, To: '+15550001111', Direction: 'inbound', ApiVersion: '2010-04-01' }
    const session = { CallSid: id, AccountSid: 'AC1', TranscriptionSid: `GT${id}` }
    return [
      { ...call, CallStatus: 'in-progress', SequenceNumber: '1' },
      { ...session, TranscriptionEvent: 'transcription-started', SequenceId: '1', Timestamp: new Date(startMs).toISOString() },
      ...said.map(({ role, text, seconds }, at) => ({
        ...session,
        TranscriptionEvent: 'transcription-content',
        SequenceId: String(at + 2),
        Timestamp: new Date(startMs + seconds * 1000).toISOString(),
        LanguageCode: 'en-US',
        Track: role === 'user' ? 'inbound_track' : 'outbound_track',
        Final: 'true',
        TranscriptionData: JSON.stringify({ transcript: text, confidence: 0.98 }),
      })),
      {
        ...session,
        TranscriptionEvent: 'transcription-content',
        SequenceId: '98',
        Track: 'inbound_track',
        Final: 'false',
        TranscriptionData: JSON.stringify({ transcript: 'Since the' }),
      },
      { ...session, TranscriptionEvent: 'transcription-stopped', SequenceId: '99', Timestamp: new Date(startMs).toISOString() },
      { ...call, CallStatus: 'completed', CallDuration: String(callSeconds), SequenceNumber: '3' },
      {
        CallSid: id,
        AccountSid: 'AC1',
        RecordingSid: `RE${id}`,
        RecordingStatus: 'completed',
        RecordingUrl: `https://api.example/RE${id}`,
      },
    ]
  },

  send(account, message) {
    const fields = typeof message === 'string' ? Object.fromEntries(new URLSearchParams(message)) : (message as Record<string, string>)
    const body = typeof message === 'string' ? message : new URLSearchParams(fields).toString()
    return account.post(body, {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': getExpectedTwilioSignature(account.secret, account.addressOf(), fields),
    })
  },

  withoutCall: ({ ...message }) => ({ ...message, CallSid: '' }),
}
