import { sign, symmetric } from 'retell-sdk/lib/webhook_auth'
import { callSeconds, type Fake, type Said, type Script, startMs } from './account.ts'

const secret = 'key_0123456789abcdef0123456789ab'

const turn = ({ role, text, seconds }: Said) => ({
  role,
  content: text,
  words: text.split(' ').map((word, at) => ({ word, start: seconds + at / 4, end: seconds + (at + 1) / 4 })),
})

const callOf = ({ id, number, carrierId }: Script) => ({
  call_id: id,
  call_type: 'phone_call',
  agent_id: 'agent_1',
  direction: 'inbound',
  from_number: number,
  to_number: '+15550001111',
  start_timestamp: startMs,
  metadata: {},
  ...(carrierId && { telephony_identifier: { twilio_call_sid: carrierId } }),
})

export const retell: Fake = {
  provider: 'retell',
  secret,
  isLive: true,

  messagesOf(script) {
    const { id, said } = script
    const call = callOf(script)
    const ended = {
      ...call,
      call_status: 'ended',
      end_timestamp: startMs + callSeconds * 1000,
      duration_ms: callSeconds * 1000,
      disconnection_reason: 'user_hangup',
      transcript: said.map(({ role, text }) => `${role === 'agent' ? 'Agent' : 'User'}: ${text}\n`).join(''),
      transcript_object: said.map(turn),
      recording_url: `https://recordings.example/${id}.wav`,
    }
    return [
      { event: 'call_started', call: { ...call, call_status: 'ongoing' } },
      // Each repeats all that was said, and its last turn may be half said.
      ...said.map((_, at) => ({
        event: 'transcript_updated',
        call: {
          ...call,
          call_status: 'ongoing',
          transcript_with_tool_calls: [
            ...said.slice(0, at).map(turn),
            ...said.slice(at, at + 1).map(({ text, ...rest }) => turn({ ...rest, text: text.slice(0, 5) })),
          ],
        },
      })),
      { event: 'call_ended', call: ended },
      { event: 'call_analyzed', call: { ...ended, call_analysis: { call_summary: 'A caller asked.', user_sentiment: 'Neutral' } } },
    ]
  },

  async send(account, message, now = Date.now()) {
    const body = typeof message === 'string' ? message : JSON.stringify(message)
    return account.post(body, { 'x-retell-signature': await symmetric.sign(body, account.secret, now) })
  },

  async invoke(account, callId, name, args) {
    const body = JSON.stringify({ name, args, call: { call_id: callId, agent_id: 'agent_1' } })
    return account.post(body, { 'x-retell-signature': await sign(body, account.secret) })
  },

  withoutCall: (message) => ({ ...message, call: {} }),
}

/** A function whose arguments come at the root, so that only its address names it and its call. */
export async function retellAtRoot(account: Parameters<NonNullable<Fake['invoke']>>[0], callId: string, name: string, args: object) {
  const body = JSON.stringify(args)
  return account.post(body, { 'x-retell-signature': await sign(body, account.secret) }, `/functions/${name}?call_id=${callId}`)
}
