import { jsonIn } from '../platform/json-in.ts'

/** A function that an agent invokes, as its platform tells it. */
export interface ToolCall {
  id: string
  name: string
  /** An object, or its JSON text. */
  parameters: unknown
}

/** The tool calls of one message, and the conversation that the platform's envelope names: what a model filled in names none. */
export interface ToolCalls {
  conversationId: unknown
  calls: ToolCall[]
}

/** What an agent is told of one of its calls: JSON, or why it did not work, in words that it can speak. */
export type ToolAnswer = { result: string } | { error: string }

export type AnsweredCall = ToolAnswer & Pick<ToolCall, 'id' | 'name'>

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Reads a `tool-calls` message of Vapi. Its types, its documentation and its examples tell of three shapes of arguments:
 * `function.arguments` as text, an object `arguments`, an object `parameters`.
 * @returns undefined for any other message, and for one without a call
 */
export function vapiToolCalls(sent: unknown): ToolCalls | undefined {
  const message = fieldsOf(fieldsOf(sent).message)
  if (message.type !== 'tool-calls') return undefined
  const list = [message.toolCallList, message.toolCalls, message.toolWithToolCallList].find(
    (one): one is unknown[] => Array.isArray(one) && one.length > 0,
  )
  return list && { conversationId: fieldsOf(message.call).id, calls: list.map(toolCall) }
}

function toolCall(entry: unknown): ToolCall {
  const tool = fieldsOf(entry)
  const call = tool.toolCall === undefined ? tool : fieldsOf(tool.toolCall)
  const called = fieldsOf(call.function)
  return {
    id: textOf(call.id),
    name: textOf(called.name) || textOf(call.name) || textOf(tool.name),
    parameters: called.arguments ?? called.parameters ?? call.arguments ?? call.parameters ?? {},
  }
}

/** Texts of answers are single lines: others make Vapi lose them. */
export const vapiResults = (answers: readonly AnsweredCall[]): string =>
  JSON.stringify({ results: answers.map(({ id, name, ...answer }) => ({ toolCallId: id, name, ...answer })) })

/** The only answer, as it is: the others give their models what the body says. */
export const plainResult = ([answer]: readonly AnsweredCall[]): string =>
  answer && 'result' in answer ? answer.result : JSON.stringify({ error: answer?.error ?? '' })

/**
 * Reads a function of Retell: `{ name, args, call }`, or its arguments alone, of which the address then names function and call
 * (`args_at_root`).
 * @param named the function and the call of the address
 * @returns undefined for an event
 */
export function retellToolCall(sent: unknown, named?: AddressedCall): ToolCalls | undefined {
  const { name, args, call, event } = fieldsOf(sent)
  if (event !== undefined && !named) return undefined
  const conversationId = fieldsOf(call).call_id
  const hasEnvelope = textOf(name) !== '' && conversationId !== undefined
  if (hasEnvelope) return ofOneConversation(conversationId, named, { id: '', name: textOf(name), parameters: args ?? {} })
  return named && { conversationId: named.conversationId, calls: [{ id: '', name: named.name, parameters: sent ?? {} }] }
}

/** What an address says of a function. */
export interface AddressedCall {
  name: string
  /** Of the query, where it is bound to the platform's own variable; undefined without it. */
  conversationId: string | undefined
}

/**
 * Reads a function whose parameters come alone, one of which is the conversation, bound to the platform's own variable: `id` is its name.
 * It is no parameter of the function.
 */
export const boundToolCall =
  (id: string) =>
  (sent: unknown, named?: AddressedCall): ToolCalls | undefined => {
    if (!named) return undefined
    const { [id]: conversationId, ...parameters } = fieldsOf(sent)
    return ofOneConversation(conversationId, named, { id: '', name: named.name, parameters: withListedTopics(parameters) })
  }

/** Bland's templates make a text of every parameter: of the one that is a list its JSON, or its entries with commas between. */
function withListedTopics({ topics, ...others }: Fields): Fields {
  if (typeof topics !== 'string') return topics === undefined ? others : { ...others, topics }
  const list = jsonIn(topics)
  return { ...others, topics: Array.isArray(list) ? list : topics.split(',').filter((topic) => topic.trim() !== '') }
}

/**
 * A call in the conversation that its body and its address name. Where they name two there is none, and the call is kept with the body's:
 * the address is the platform's, and the body may be what a model filled in.
 */
function ofOneConversation(inBody: unknown, named: AddressedCall | undefined, call: ToolCall): ToolCalls {
  const inAddress = named?.conversationId
  if (inBody == null || inAddress === undefined || inBody === inAddress) return { conversationId: inBody ?? inAddress, calls: [call] }
  return { conversationId: undefined, calls: [{ ...call, parameters: { ...fieldsOf(call.parameters), conversation_in_body: inBody } }] }
}
