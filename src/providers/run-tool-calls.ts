import type { DocumentNode } from 'graphql'
import type { RequestInfo } from '../graphql/context.ts'
import { type PreparedOperation, prepare } from '../graphql/execute.ts'
import type { HttpDependencies } from '../http/dependencies.ts'
import { snakeCase } from '../http/snake-case.ts'
import { Failure, type FieldError } from '../platform/failure.ts'
import { within } from '../platform/within.ts'
import { recordRejection } from '../rest/refused-webhook.ts'
import type { Selection } from '../rest/route-entry.ts'
import { functionDocuments, selectFunction } from '../rest/voice-functions.ts'
import type { AnsweredCall, ToolAnswer, ToolCall, ToolCalls } from './tool-calls.ts'

/** How long an agent waits before it is told that the work goes on, in milliseconds. */
const patienceMs = 5_000

const inProgress: ToolAnswer = {
  result: JSON.stringify({ status: 'in_progress', message: 'I am still looking into that. Please ask me again in a moment.' }),
}
const cannot = 'I cannot do that at the moment. A member of our team will get back to you.'

/** Reports are run whatever a connection has used up. */
const reporting = 'flag_adverse_event'

/**
 * Runs the functions that an agent invokes through the same mutations as the function webhook, one after the other: a later one may need
 * what an earlier one verified. What goes wrong is an answer that the agent can speak, and is kept for review.
 */
export function toolCallRunner({ core, log, rateLimiter }: HttpDependencies) {
  const prepared = new Map<DocumentNode, PreparedOperation>(
    functionDocuments.map((document) => [document, prepare(document as PreparedOperation['document'])]),
  )

  async function run(selection: Selection, name: string, info: RequestInfo): Promise<{ answer: ToolAnswer; isFinal: boolean }> {
    const operation = prepared.get(selection.document)
    if (!operation) throw new Error('A function has a document that is not declared.')
    const outcome = await core.run(operation, selection.variables, info)
    if ('failure' in outcome) {
      const { code, error } = outcome.failure
      if (code === 'INTERNAL') log.error({ error: outcome.cause, code }, 'request failed')
      const { errors } = error.extensions as { errors?: FieldError[] }
      const isOfCall = code === 'INVALID_INPUT' || code === 'NOT_FOUND' || code === 'CONFLICT'
      return { answer: told(name, isOfCall ? (errors ?? []) : undefined), isFinal: isOfCall }
    }
    if (selection.refusal) return { answer: told(name, selection.refusal.errors ?? []), isFinal: true }
    return { answer: { result: JSON.stringify(outcome.data.result) }, isFinal: true }
  }

  /** A call that comes again gets the first answer. */
  async function once(
    conversationId: unknown,
    { id, name, parameters }: ToolCall,
    mayRun: boolean,
    info: RequestInfo,
  ): Promise<ToolAnswer> {
    const sent = { conversation_id: conversationId, function_name: name, parameters }
    const select = () =>
      mayRun || name.trim() === reporting
        ? selectFunction({ sent })
        : recordRejection(name, sent, parameters, [{ path: ['rate'], message: 'has used up its requests for now' }])
    try {
      if (id === '') return (await run(select(), name, info)).answer
      // Some model servers count from zero in each message, so that another call has the same id.
      const message = { id: JSON.stringify([conversationId, id, name, parameters]), content: [] }
      const { answer, replayed } = await core.deliverOnce<ToolAnswer>(message, info, () => run(select(), name, info))
      if (replayed) await core.recordReplay(typeof conversationId === 'string' ? conversationId : null, info)
      return answer
    } catch (error) {
      if (!(error instanceof Failure)) log.error({ error, code: 'INTERNAL' }, 'request failed')
      return told(name)
    }
  }

  return async ({ conversationId, calls }: ToolCalls, info: RequestInfo): Promise<AnsweredCall[]> => {
    const { allowed } = await rateLimiter(info.caller.owner, calls.length)
    const until = performance.now() + patienceMs
    let earlier: Promise<unknown> = Promise.resolve()
    const answers = calls.map((call) => {
      const answer = earlier.then(() => once(conversationId, call, allowed, info))
      earlier = answer
      return within(until - performance.now(), answer, { otherwise: () => inProgress })
    })
    return (await Promise.all(answers)).map((answer, index) => ({ ...answer, ...pick(calls[index]) }))
  }
}

const pick = (call: ToolCall | undefined) => ({ id: call?.id ?? '', name: call?.name ?? '' })

/** @param errors what of the call was wrong; undefined where it was not at fault */
function told(name: string, errors?: readonly FieldError[]): ToolAnswer {
  const wrong = errors?.map(({ path, message }) => `${snakeCase(path.join('.'))} ${message}`).join('; ')
  const said = errors === undefined ? cannot : `That did not work${wrong ? `: ${wrong}` : ''}.`
  return { error: `${said}${name.trim() === reporting ? ' In an emergency, call 911.' : ''}`.replaceAll(/\s+/g, ' ') }
}
