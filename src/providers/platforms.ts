import type { Request } from 'express'
import type { CoreApi } from '../graphql/execute.ts'
import { blandSignature, elevenlabsSignature, retellSignature, type SignatureScheme, twilioSignature, vapiSignature } from './signatures.ts'
import {
  type AddressedCall,
  type AnsweredCall,
  boundToolCall,
  plainResult,
  retellToolCall,
  type ToolCalls,
  vapiResults,
  vapiToolCalls,
} from './tool-calls.ts'

type Proves = Parameters<CoreApi['authenticatePlatform']>[1]
/** One of the secrets of a connection. */
export type Secret = Parameters<Proves>[0][number]

/** What shows who sent a request: something in its headers, known before its body is read, or a signature over it. */
export type Proof =
  | {
      /** What it presents. */
      presented(request: Request): (string | undefined)[]
      /** What it has to be. */
      expected(secret: Secret): string
    }
  | SignatureScheme

/** What differs between platforms on the way in. */
export interface Platform {
  messages: Proof
  /** Instead of `messages`, where a request has the header of this scheme. */
  signedMessages?: SignatureScheme
  /** Of functions that have addresses of their own; undefined where none have. */
  functions?: Proof
  /** Of what an agent is told as a call begins; undefined where the platform does not ask for it. */
  initiation?: Proof
  /** @param named what the address says, where it is a function's own */
  toolCallsOf?(sent: unknown, named?: AddressedCall): ToolCalls | undefined
  resultsOf?(answers: readonly AnsweredCall[]): string
}

const bearerOf = ({ headers }: Request) => /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]

const byToken: Proof = { presented: (request) => [bearerOf(request)], expected: ({ functionToken }) => functionToken }

export const platforms = new Map<string, Platform>([
  [
    'vapi',
    {
      messages: { presented: (request) => [bearerOf(request), request.get('x-vapi-secret')], expected: ({ secret }) => secret },
      signedMessages: vapiSignature,
      toolCallsOf: vapiToolCalls,
      resultsOf: vapiResults,
    },
  ],
  ['retell', { messages: retellSignature, functions: retellSignature, toolCallsOf: retellToolCall, resultsOf: plainResult }],
  [
    'elevenlabs',
    {
      messages: elevenlabsSignature,
      functions: byToken,
      initiation: byToken,
      toolCallsOf: boundToolCall('conversation_id'),
      resultsOf: plainResult,
    },
  ],
  ['bland', { messages: blandSignature, functions: byToken, toolCallsOf: boundToolCall('call_id'), resultsOf: plainResult }],
  ['twilio', { messages: twilioSignature }],
])
