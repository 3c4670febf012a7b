import type { RequestInfo } from '../graphql/context.ts'
import { prepare } from '../graphql/execute.ts'
import type { HttpDependencies } from '../http/dependencies.ts'
import { within } from '../platform/within.ts'
import { StartOfCallDocument } from './generated/documents.ts'

/** The caller waits while this is answered, in milliseconds. */
const patienceMs = 2_000

/**
 * What ElevenLabs is told before an agent greets a caller: the language and the program of the number called, as dynamic variables and an
 * override. Both variables are always there, since an agent that uses one that is missing does not start; whatever fails, they are empty.
 * Nothing of a patient, and nothing that depends on the caller's number, is in it.
 */
export function conversationInitiation({ core }: HttpDependencies) {
  const operation = prepare(StartOfCallDocument)
  return async (sent: unknown, info: RequestInfo): Promise<string> => {
    const number = (sent as { called_number?: unknown } | null | undefined)?.called_number
    const asked = core.run(operation, { calledNumber: typeof number === 'string' ? number : '' }, info).catch(() => undefined)
    const outcome = await within(patienceMs, asked, { otherwise: () => undefined })
    const { language, program } = outcome && !('failure' in outcome) ? outcome.data.startOfCall : {}
    return JSON.stringify({
      type: 'conversation_initiation_client_data',
      dynamic_variables: { language: language ?? '', program: program ?? '' },
      ...(language ? { conversation_config_override: { agent: { language } } } : {}),
    })
  }
}
