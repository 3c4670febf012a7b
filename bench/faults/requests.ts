import { randomBytes } from 'node:crypto'
import { apiKey, widgetKey } from '../support.ts'

/** One request of the load, which is sent again as it is until it is answered. */
export interface Request {
  path: string
  headers: Record<string, string>
  body: unknown
  /** What the acknowledged write is found by afterwards; undefined for reads. */
  writes?: string
}

export type Kind = 'patient' | 'report' | 'call' | 'chat' | 'search' | 'read'

/** Writes that nobody may lose. */
export const writingKinds: readonly Kind[] = ['patient', 'report', 'call', 'chat']

const staff = { authorization: `Bearer ${apiKey}` }
const widget = { 'x-api-key': widgetKey }

const transcript = `agent: How can I help?
user: Since I started Humira I have had a terrible rash.
agent: I am sorry. We will call you back tomorrow.`

/** Names nothing twice, in letters and digits. */
const token = () => randomBytes(6).toString('hex')

/** @param tag begins the name of whatever one run writes */
export function requestOf(kind: Kind, tag: string): Request {
  const name = `${tag}${token()}`
  switch (kind) {
    case 'patient': {
      const body = { first_name: 'Load', last_name: name, date_of_birth: '1980-02-29', phone: '+15551234567' }
      return { path: '/v1/patients', headers: { ...staff, 'idempotency-key': name }, body, writes: name }
    }
    case 'report': {
      const parameters = { event_description: 'Hives after the injection', severity: 'severe' }
      const body = { conversation_id: name, function_name: 'flag_adverse_event', parameters }
      return { path: '/v1/voice/webhook', headers: staff, body, writes: name }
    }
    case 'call':
      return {
        path: '/v1/webhooks/voice/post-call',
        headers: staff,
        body: { conversation_id: name, status: 'completed', transcript },
        writes: name,
      }
    case 'chat': {
      const body = { message: `How do I store Emgality, asks ${name}?` }
      return { path: '/api/v1/widget/chat', headers: { ...widget, 'idempotency-key': name.padEnd(32, '0') }, body, writes: name }
    }
    case 'search':
      return { path: '/api/v1/widget/search', headers: widget, body: { query: `how do I store my medicine ${token()}` } }
    case 'read':
      return { path: '/graphql', headers: staff, body: { query: '{ patients(first: 10) { edges { node { id lastName } } } }' } }
  }
}
